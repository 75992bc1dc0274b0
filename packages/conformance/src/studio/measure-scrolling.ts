/* Measures Studio over 1,000,000 rows of the strict service: the time until the first rows are shown, frames while scrolling compared with
 * those of a plain virtual list, and the memory and heap of the page while all rows are read. Exits with 1 if one of them misses its budget.
 * Needs an idle machine, and Chromium.
 * `pnpm --filter @tablewright/conformance measure-studio` */
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { createTableService } from "@tablewright/testing";
import type { Browser, Page } from "../../../docs/src/looks/browser.js";
import { plainList } from "./plain-list.js";
import { seedOrders } from "./seed-orders.js";
import { closeBrowser, inProcess, openBrowser, startStudioOver } from "./studio-lab.js";

const rows = Number(process.env["STUDIO_ROWS"] ?? 1_000_000);
const budgets = { firstRowsMs: 1_000, framesOfPlainList: 0.9, memoryMb: 300, heapMb: 100 };
const speeds = [500, 2_000, 6_000];
/** Duration of each scroll, in seconds. */
const scrollSeconds = 6;

/**
 * Records when the page draws its first rows. Uses the page's own clock, because the service, Studio and this program share a thread, which
 * is busy reading at that time.
 */
const noteFirstRows = `{
  const observer = new MutationObserver(() => {
    if (document.querySelector("[role=gridcell]") === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { globalThis.firstRowsAt = performance.now(); }));
  });
  observer.observe(document, { childList: true, subtree: true });
}`;

const tables = createTableService();
const lab = await startStudioOver(inProcess(tables), { seed: async () => seedOrders(tables, rows) });
const [browser] = await openBrowser();
let isMet = true;

try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(noteFirstRows);
  const plain = await framesOfPlainList(await context.newPage());
  await page.bringToFront();
  const place = "/Shop/Order";
  const opened = performance.timeOrigin + performance.now();
  await page.goto(`${lab.studio.url}#${place}`, { waitUntil: "commit" });
  await page.getByRole("gridcell", { name: "C0000" }).first().waitFor();
  const shownAt = (await page.evaluate("performance.timeOrigin + firstRowsAt")) as number;
  report("first rows", shownAt - opened, "ms", "at most", budgets.firstRowsMs);

  for (const speed of speeds)
    reportFrames(`scrolling at ${speed} px/s`, await scroll(browser, page, speed), plain.get(speed));
  await page.getByLabel("Search values").fill("no value has this text");
  await page.keyboard.press("Enter");
  await page.getByText("No more cells have").waitFor({ timeout: 600_000 });

  await page.getByRole("grid").focus();
  await page.keyboard.press("Control+Home");
  for (const speed of speeds) {
    await page.evaluate("{ const grid = document.querySelector('.grid'); grid.scrollTop = grid.scrollHeight / 2; }");
    await page
      .getByRole("gridcell", { name: `C${String(rows / 2_000).padStart(4, "0")}` })
      .first()
      .waitFor();
    const frames = await scroll(browser, page, speed);
    reportFrames(`scrolling at ${speed} px/s amid ${rows} rows`, frames, plain.get(speed));
  }
  // Studio accepts only one browser, which it recognizes by its cookie.
  const cookies = await context.cookies();
  await context.close();
  const { memory, heap } = await memoryOfSearch(browser, new URL(`/#${place}`, lab.studio.url).href, cookies);
  report(`memory while ${rows} rows are read`, memory, "MB", "at most", budgets.memoryMb);
  report(`heap of the page after ${rows} rows were read`, heap, "MB", "at most", budgets.heapMb);
} finally {
  await lab.close();
  await closeBrowser();
}
process.exitCode = isMet ? 0 : 1;

function report(what: string, value: number, unit: string, bound: "at least" | "at most", budget: number): void {
  const holds = bound === "at least" ? value >= budget : value <= budget;
  isMet &&= holds;
  process.stdout.write(`${holds ? "✓" : "✗"} ${what}: ${Math.round(value)} ${unit} (${bound} ${budget})\n`);
}

/** Reports frames against those of a plain list at the same speed. */
function reportFrames(what: string, frames: number, plain = 0): void {
  report(`${what}, where a plain list has ${plain}`, frames, "frames/s", "at least", plain * budgets.framesOfPlainList);
}

/** Returns the frames of the slowest second of a plain virtual list with as many rows, by speed. */
async function framesOfPlainList(page: Page): Promise<ReadonlyMap<number, number>> {
  await page.setContent(plainList(rows));
  const frames = new Map<number, number>();
  for (const speed of speeds) {
    await page.evaluate("{ const list = document.querySelector('.list'); list.scrollTop = list.scrollHeight / 2; }");
    frames.set(speed, await scroll(browser, page, speed));
  }
  await page.close();
  return frames;
}

/** Cookie of a context. */
type Cookie = Awaited<ReturnType<ReturnType<Page["context"]>["cookies"]>>[number];

/** Event of a trace; times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ts: number;
  readonly pid: number;
}

/** Scrolls down and returns the frames of the slowest second that the trace shows. */
async function scroll(shared: Browser, page: Page, speed: number): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await shared.startTracing(page, { categories: ["disabled-by-default-devtools.timeline.frame", "devtools.timeline"] });
  await session.send("Input.synthesizeScrollGesture", {
    x: 700,
    y: 500,
    yDistance: -speed * scrollSeconds,
    speed,
    gestureSourceType: "mouse",
  });
  const { traceEvents } = JSON.parse((await shared.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  await session.detach();
  return slowestSecond(traceEvents.filter(({ name }) => name === "DrawFrame").map(({ ts }) => ts));
}

/** Returns the fewest frames within a second. The first and last half second, in which scrolling begins and ends, do not count. */
function slowestSecond(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  let fewest = Number.POSITIVE_INFINITY;
  for (let from = first + 500_000; from + 1_500_000 <= last; from += 100_000) {
    fewest = Math.min(fewest, sorted.filter((time) => time >= from && time < from + 1_000_000).length);
  }
  return Number.isFinite(fewest) ? fewest : 0;
}

/**
 * Returns the peak memory of a page that searches all rows, and its heap after that, in MB. Playwright does not attach to this page: it would make the browser keep the
 * bodies of responses, up to 200 MB.
 */
async function memoryOfSearch(shared: Browser, url: string, cookies: readonly Cookie[]) {
  const session = await shared.newBrowserCDPSession();
  const { browserContextId } = await session.send("Target.createBrowserContext");
  await session.send("Storage.setCookies", {
    browserContextId,
    cookies: cookies.map(({ name, value }) => ({ name, value, url })),
  });
  const { targetId } = await session.send("Target.createTarget", { url, browserContextId });
  const { sessionId } = await session.send("Target.attachToTarget", { targetId });
  let id = 0;
  const call = <Result>(method: string, params: object = {}) =>
    new Promise<Result>((resolve) => {
      const own = ++id;
      const listen = ({ message }: { readonly message: string }) => {
        const { id: of, result } = JSON.parse(message) as { id: number; result: Result };
        if (of !== own) return;
        session.off("Target.receivedMessageFromTarget", listen);
        resolve(result);
      };
      session.on("Target.receivedMessageFromTarget", listen);
      void session.send("Target.sendMessageToTarget", {
        sessionId,
        message: JSON.stringify({ id: own, method, params }),
      });
    });
  const evaluate = async (expression: string) =>
    (await call<{ result?: { value?: unknown } }>("Runtime.evaluate", { expression })).result?.value;
  const until = async (expression: string) => {
    while ((await evaluate(expression)) !== true) await setTimeout(500);
  };
  await until('document.querySelectorAll("[role=gridcell]").length > 0');
  const watched = watchMemory(await rendererOf(shared));
  await evaluate(`{
    const field = document.querySelector('[aria-label^="Search values"]');
    field.focus();
    field.value = "no value has this text";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  }`);
  await until('document.body.textContent.includes("No more cells have")');
  await until(`document.body.textContent.includes("${rows.toLocaleString("en-US")} rows")`);
  const memory = await watched.stop();
  await call("HeapProfiler.collectGarbage");
  const { usedSize } = await call<{ readonly usedSize: number }>("Runtime.getHeapUsage");
  await session.send("Target.disposeBrowserContext", { browserContextId });
  return { memory, heap: usedSize / 1e6 };
}

/** Returns the process of the page. */
async function rendererOf(shared: Browser): Promise<number> {
  const session = await shared.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  const busiest = renderers.toSorted((one, other) => other.cpuTime - one.cpuTime)[0];
  if (busiest === undefined) throw new Error("The browser has no process for the page.");
  return busiest.id;
}

/** Samples the private memory of a process, as Linux reports it. */
function watchMemory(process_: number): { stop(): Promise<number> } {
  let peak = 0;
  let isRunning = true;
  const watching = (async () => {
    while (isRunning) {
      peak = Math.max(peak, privateMb(process_));
      await setTimeout(500);
    }
  })();
  return {
    async stop() {
      isRunning = false;
      await watching;
      return peak;
    },
  };
}

function privateMb(process_: number): number {
  const text = readFileSync(`/proc/${process_}/smaps_rollup`, "utf8");
  const sizes = [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm)].map(([, size]) => Number(size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}
