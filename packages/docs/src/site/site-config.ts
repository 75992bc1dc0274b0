import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DefaultTheme, Plugin, UserConfig } from "vitepress";
import { type ApiModule, addressesByName, readApiIndex } from "../api/api-index.js";
import { pagesFolder } from "../blocks/code-blocks.js";
import { codeAddresses, linkApi } from "./api-links.js";
import { showBlockTitles } from "./block-titles.js";
import { copyWithoutComments } from "./copy-commands.js";
import { describePage } from "./describe-page.js";
import { drawCard } from "./draw-card.js";
import { showPackageManagers } from "./package-manager-tabs.js";
import { pageOrder } from "./page-order.js";
import { localSearch } from "./search/local-search.js";
import { sharingTags, sitemapOption } from "./sharing-tags.js";
import { twoslash } from "./twoslash.js";
import { writeLlms } from "./write-llms.js";

const repository = "https://github.com/tablewright/tablewright";

/** Version of all packages; they are released together. */
const { version } = JSON.parse(readFileSync(new URL("../../../runtime/package.json", import.meta.url), "utf8")) as {
  version: string;
};

const description =
  "A type-safe TypeScript SDK and code generator for Azure Table storage and Azure Cosmos DB for Table. Declare entities once, and the compiler checks every key and property.";

const cardSentence = "A TypeScript SDK and code generator for Azure Table storage and Cosmos DB for Table";
const cardCode = [
  "partitionKey: (k) => [k.customerId],",
  "rowKey: (k) => [k.placedAt.desc, k.orderNo.pad(10)], // newest first",
];

/** Address at which the site is published, if it is known. Sitemap, canonical addresses and social cards need it. */
const siteUrl = process.env["SITE_URL"];

/** Returns the configuration of VitePress, which `pages/.vitepress/config.ts` exports. */
export function siteConfig(): UserConfig<DefaultTheme.Config> {
  const api = readApiIndex();
  return {
    title: "Tablewright",
    description,
    lang: "en",
    head: [["link", { rel: "icon", href: "/icon.svg", type: "image/svg+xml" }]],
    cleanUrls: true,
    outDir: "../dist",
    cacheDir: "../node_modules/.cache/vitepress",
    markdown: {
      config(renderer) {
        linkApi(new Map([...addressesByName(api), ...codeAddresses(readCodePages())]))(renderer);
        showBlockTitles(renderer);
        showPackageManagers(renderer);
        // Vue removes a line break between two elements, such as bold text and code, and with it the space between them.
        renderer.renderer.rules.softbreak = () => " ";
      },
      // Types on hover take two thirds of the time of a build. Checks of the layout alone leave them out.
      codeTransformers: [copyWithoutComments, ...(process.env["SITE_HOVERS"] === "off" ? [] : [twoslash()])],
      theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    },
    lastUpdated: true,
    ...sitemapOption(siteUrl),
    transformPageData(page) {
      const { relativePath, frontmatter } = page;
      // These pages are generated.
      if (relativePath.startsWith("reference/")) frontmatter["editLink"] = false;
      const text = existsSync(pagesFolder + relativePath) ? readFileSync(pagesFolder + relativePath, "utf8") : "";
      page.description = relativePath === "index.md" ? description : (describePage(text) ?? description);
    },
    transformHead: ({ pageData, title }) => sharingTags(pageData, title, siteUrl),
    async buildEnd({ outDir }) {
      writeLlms(outDir);
      writeFileSync(join(outDir, "card.png"), await drawCard("Azure tables, typed", cardSentence, cardCode));
    },
    themeConfig: {
      logo: "/icon.svg",
      search: { provider: "local", options: localSearch },
      outline: { level: [2, 3] },
      nav: [
        { text: "Guide", link: "/start" },
        { text: "Recipes", link: "/recipes/multi-tenant" },
        { text: "Errors", link: "/reference/errors" },
        { text: "API", link: "/api/" },
        {
          text: `v${version}`,
          items: [
            { text: "Change log", link: "/changelog" },
            { text: "Examples", link: "/examples" },
            { text: "Issues", link: `${repository}/issues` },
          ],
        },
      ],
      socialLinks: [{ icon: "github", link: repository }],
      editLink: { pattern: `${repository}/edit/main/packages/docs/pages/:path`, text: "Edit this page" },
      sidebar: {
        "/": pageOrder.map(({ text, pages }) => ({ text, items: pages.map((page) => item(page)) })),
        "/api/": [{ text: "API reference", link: "/api/", items: Object.entries(api).map(moduleItem) }],
      },
      footer: {
        message: `<a href="${repository}/blob/main/LICENSE">MIT licensed</a> · <a href="/changelog">Change log</a> · <a href="/status">Status and promise</a> · <a href="${repository}">Repository</a>`,
      },
      docFooter: { prev: "Previous", next: "Next" },
    },
    vite: { build: { chunkSizeWarningLimit: 4_000 }, plugins: [wholeServerBundle] },
  };
}

/**
 * Plugin that turns off tree shaking for the bundle that renders the pages. It runs only once, so shaking it takes longer than it saves.
 */
const wholeServerBundle: Plugin = {
  name: "whole-server-bundle",
  config: (_, { isSsrBuild }) => (isSsrBuild === true ? { build: { rollupOptions: { treeshake: false } } } : undefined),
};

/** Returns the text of each page that has sections for error codes, by page name. If several pages have a code, the last of them counts. */
function readCodePages(): Record<string, string> {
  const names = ["commands", "diagnostics", "errors"];
  return Object.fromEntries(names.map((name) => [name, readFileSync(`${pagesFolder}reference/${name}.md`, "utf8")]));
}

function item(page: string): DefaultTheme.SidebarItem {
  const heading = /^# (.+)$/m.exec(readFileSync(`${pagesFolder}${page}.md`, "utf8"));
  return { text: (heading?.[1] ?? page).replaceAll("`", ""), link: `/${page}` };
}

function moduleItem([module, { address, pages, exports }]: readonly [string, ApiModule]): DefaultTheme.SidebarItem {
  const items = pages.map((name) => ({ text: name, link: exports[name] ?? address }));
  return {
    text: module.replace(/^@tablewright\//, ""),
    link: address,
    ...(items.length > 0 && { collapsed: true, items }),
  };
}
