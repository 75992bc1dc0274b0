import { posix } from "node:path";

/**
 * Files of a site by path from its root, e.g. `guide/keys.html`. The value of an HTML file is its text, that of any other file is
 * undefined.
 */
export type SiteFiles = ReadonlyMap<string, string | undefined>;

/** Returns one sentence for each link and picture of the site's pages whose target within the site is missing. */
export function brokenLinks(files: SiteFiles): string[] {
  const anchors = new Map<string, ReadonlySet<string>>();
  const anchorsOf = (path: string): ReadonlySet<string> => {
    const known = anchors.get(path) ?? new Set(findIds(files.get(path) ?? ""));
    anchors.set(path, known);
    return known;
  };
  const found = new Set<string>();
  for (const [page, html] of files) {
    if (html === undefined) continue;
    for (const link of findLinks(html)) {
      const [address = "", anchor] = link.split("#");
      const target = address === "" ? page : findFile(files, page, decodeURI(address.split("?")[0] ?? ""));
      if (target === undefined) found.add(`${page}: ${link} leads to no file of the site.`);
      else if (anchor && target.endsWith(".html") && !anchorsOf(target).has(decodeURIComponent(anchor))) {
        found.add(`${page}: ${link} names an anchor that ${target} does not have.`);
      }
    }
  }
  return [...found];
}

/** Finds the links within the site. Skips other sites, mail addresses and inlined pictures. */
function findLinks(html: string): string[] {
  const markup = html.replaceAll(/<script\b.*?<\/script>/gs, "");
  const links = [...markup.matchAll(/<(?:a|img|link|source)\b[^>]*?\s(?:href|src|srcset)="([^"]*)"/g)].map(
    ([, link = ""]) => link,
  );
  return links.map((link) => link.replaceAll("&amp;", "&")).filter((link) => !/^(?:[a-z]+:|\/\/)/i.test(link));
}

function findIds(html: string): string[] {
  return [...html.matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id = ""]) => id.replaceAll("&amp;", "&"));
}

/** Resolves a clean address as a host does: `/start` is `start.html`, and `/api/` is `api/index.html`. */
function findFile(files: SiteFiles, page: string, address: string): string | undefined {
  const path = address.startsWith("/") ? address.slice(1) : posix.join(posix.dirname(page), address);
  const plain = path === "." ? "" : path;
  return [plain, `${plain}.html`, posix.join(plain, "index.html")].find((candidate) => files.has(candidate));
}
