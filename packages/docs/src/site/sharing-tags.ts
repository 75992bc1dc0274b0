import type { HeadConfig, PageData, UserConfig } from "vitepress";

/**
 * Returns the tags that other sites and search engines read.
 * @param siteUrl the address of the site; undefined if it is not published, so that pages have no canonical address and no card
 */
export function sharingTags(
  { relativePath, description }: Pick<PageData, "relativePath" | "description">,
  title: string,
  siteUrl: string | undefined,
): HeadConfig[] {
  const tags: Record<string, string> = { "og:type": "website", "og:title": title, "og:description": description };
  if (siteUrl === undefined) return propertyTags(tags);
  const url = new URL(relativePath.replace(/(?:index)?\.md$/, ""), siteUrl).href;
  return [
    ["link", { rel: "canonical", href: url }],
    ...propertyTags({ ...tags, "og:url": url, "og:image": new URL("/card.png", siteUrl).href }),
    ["meta", { name: "twitter:card", content: "summary_large_image" }],
  ];
}

/** Returns the option of VitePress that writes a sitemap: none without the address of the site, because a sitemap has whole addresses. */
export function sitemapOption(siteUrl: string | undefined): Pick<UserConfig, "sitemap"> {
  return siteUrl === undefined ? {} : { sitemap: { hostname: siteUrl } };
}

function propertyTags(tags: Readonly<Record<string, string>>): HeadConfig[] {
  return Object.entries(tags).map(([property, content]) => ["meta", { property, content }]);
}
