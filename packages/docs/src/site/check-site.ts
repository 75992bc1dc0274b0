/**
 * Builds the site and checks it: links and anchors, the queries of its search, what its pages can do, the look of each page in a real
 * browser (on a phone and on a desktop, light and dark), and types on hover. `--built` checks the site that is there.
 * `--screenshots FOLDER` saves the pictures. `--page guide/` checks only the pages whose path begins with it. `--layout` measures only the
 * layout of the pages, and builds them without types on hover. This saves the checks of colours, pictures, barriers and hovers, which take
 * a few minutes.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { launchBrowser } from "../looks/browser.js";
import { checkHovers } from "../looks/check-hovers.js";
import { checkLooks, themes, widths } from "../looks/check-looks.js";
import { findChromium } from "../looks/find-chromium.js";
import { knownFaults, missedFaults } from "../looks/known-faults.js";
import { checkFeatures } from "./check-features.js";
import { brokenLinks } from "./check-links.js";
import { failedQueries, loadIndex } from "./search/check-queries.js";
import { apiQueries } from "./search/queries.js";
import { serveSite } from "./serve-site.js";

const site = new URL("../../dist/", import.meta.url).pathname;
const { values } = parseArgs({
  options: {
    screenshots: { type: "string" },
    page: { type: "string" },
    layout: { type: "boolean", default: false },
    built: { type: "boolean", default: false },
  },
});

if (!values.built) buildSite();

const files = readFiles(site);
const pages = [...files.keys()].filter((path) => path.endsWith(".html") && path !== "404.html");
const looked = pages
  .map((path) => path.replace(/(?:index)?\.html$/, ""))
  .filter((path) => path.startsWith(values.page ?? "") && (values.page !== undefined || isLooked(path)));
const problems = brokenLinks(files);
process.stdout.write(`links and anchors of ${pages.length} pages: ${problems.length} broken\n`);

const index = await readIndex();
const unfound = [...failedQueries(index), ...failedQueries(index, apiQueries)];
process.stdout.write(`queries of the search: ${unfound.length} without their page\n`);
problems.push(...unfound);

const chromium = findChromium();
if (chromium === undefined) {
  process.stdout.write(
    "Left out, because there is no Chromium (apt install chromium): how pages look, and types on hover\n",
  );
} else {
  const looks = await lookAtAll(chromium);
  process.stdout.write(
    `${looked.length} pages at ${widths.join(" and ")} px, ${values.layout ? "layout alone" : themes.join(" and ")}: ${looks.length} problems\n`,
  );
  problems.push(...looks);
}
for (const problem of problems) process.stderr.write(`✖ ${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);

function buildSite(): void {
  const { status } = spawnSync("pnpm", ["docs:build"], {
    cwd: new URL("../../../../", import.meta.url).pathname,
    env: { ...process.env, ...(values.layout && { SITE_HOVERS: "off" }) },
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Returns whether a page is inspected by default. Pages of the API reference look alike, so a few are enough: the list, the page of a class, a
 * short page of a module and a long one.
 */
function isLooked(path: string): boolean {
  return !path.startsWith("api/") || ["api/", "api/adopt", "api/runtime", "api/runtime/EntityClient"].includes(path);
}

async function lookAtAll(path: string): Promise<string[]> {
  if (values.screenshots !== undefined) mkdirSync(values.screenshots, { recursive: true });
  const faulty = Object.fromEntries(knownFaults.map(({ page, html }) => [`/${page}`, html]));
  const served = await serveSite(site, faulty);
  const browser = await launchBrowser(path);
  try {
    const known = knownFaults.map(({ page }) => page);
    const options = { layoutAlone: values.layout };
    const missed = missedFaults(await checkLooks(browser, served.origin, known, options), values.layout);
    const looks = await checkLooks(browser, served.origin, looked, { ...options, screenshots: values.screenshots });
    const features = values.page === undefined ? await checkFeatures(browser, site, served.origin) : [];
    const hovers = values.layout ? [] : await checkHovers(browser, served.origin);
    return [...missed, ...looks, ...features, ...hovers];
  } finally {
    await browser.close();
    served.close();
  }
}

/** Loads the index that the search of the site uses. */
async function readIndex(): Promise<ReturnType<typeof loadIndex>> {
  const path = [...files.keys()].find((name) => /@localSearchIndex.*\.js$/.test(name));
  if (path === undefined) throw new Error("The site has no index for its search. Build it with `pnpm docs:build`.");
  const { default: json } = (await import(`file://${site}${path}`)) as { default: string };
  return loadIndex(json);
}

function readFiles(folder: string): Map<string, string | undefined> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(folder + path).isFile(),
  );
  return new Map(paths.map((path) => [path, path.endsWith(".html") ? readFileSync(folder + path, "utf8") : undefined]));
}
