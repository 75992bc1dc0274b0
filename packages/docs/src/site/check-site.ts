/**
 * Checks the site that `pnpm docs:build` has made: links and anchors, and how each page looks in a real browser, on a phone and
 * on a desktop. `--screenshots FOLDER` keeps the pictures.
 */
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { Browser, findChromium } from "./browser.js";
import { brokenLinks } from "./check-links.js";
import { checkLooks, widths } from "./check-looks.js";
import { serveSite } from "./serve-site.js";

const site = new URL("../../dist/", import.meta.url).pathname;
const { values } = parseArgs({ options: { screenshots: { type: "string" } } });

/** Pages with a known fault: a check that does not find it is worth nothing. */
const faulty = {
  "/faulty/empty": "<!doctype html><p>No.</p>",
  "/faulty/wide": `<!doctype html><p>${"word ".repeat(100)}</p><div style="width:2000px;background:red">wide</div>`,
};

const files = filesOf(site);
const pages = [...files.keys()].filter((path) => path.endsWith(".html") && path !== "404.html");
const guide = pages.filter((path) => !path.startsWith("api/")).map((path) => path.replace(/(?:index)?\.html$/, ""));
const problems = brokenLinks(files);
process.stdout.write(`links and anchors of ${pages.length} pages: ${problems.length} broken\n`);

const chromium = findChromium();
if (chromium === undefined) {
  process.stdout.write("! SKIPPED: how pages look. No Chromium was found: install one, or set CHROMIUM to its path.\n");
} else {
  const looks = await lookAtAll(chromium);
  process.stdout.write(`${guide.length} pages at ${widths.join(" and ")} px: ${looks.length} problems\n`);
  problems.push(...looks);
}
for (const problem of problems) process.stderr.write(`✖ ${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);

async function lookAtAll(path: string): Promise<string[]> {
  if (values.screenshots !== undefined) mkdirSync(values.screenshots, { recursive: true });
  const served = await serveSite(site, faulty);
  const browser = new Browser(path);
  try {
    const known = await checkLooks(browser, served.origin, ["faulty/empty", "faulty/wide"]);
    const missed = ["is empty", "looks empty", "overflows"].flatMap((fault) =>
      widths
        .filter((width) => !known.some((problem) => problem.includes(`${width} px ${fault}`)))
        .map((width) => ({ fault, width })),
    );
    const looks = await checkLooks(browser, served.origin, guide, values.screenshots);
    return [...missed.map(({ fault, width }) => `A page that ${fault} at ${width} px was not found.`), ...looks];
  } finally {
    await browser.close();
    served.close();
  }
}

function filesOf(folder: string): Map<string, string | undefined> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(folder + path).isFile(),
  );
  return new Map(paths.map((path) => [path, path.endsWith(".html") ? readFileSync(folder + path, "utf8") : undefined]));
}
