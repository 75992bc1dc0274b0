import { setTimeout as wait } from "node:timers/promises";
import type { Browser, Tab } from "./browser.js";

/** Name on a page, and the beginning of the type that it shows on hover. */
export interface KnownHover {
  readonly page: string;
  readonly name: string;
  readonly shows: string;
}

/** Types of generated classes: of a call's result, of an index's query and of names in a definition. */
const knownHovers: readonly KnownHover[] = [
  { page: "start", name: "order", shows: "const order: StoredOrder" },
  { page: "guide/queries", name: "newest", shows: "const newest: StoredOrder | undefined" },
  { page: "guide/indexes", name: "ann", shows: "const ann: StoredEmployee | undefined" },
  { page: "recipes/lock", name: "held", shows: "const held: StoredLock | undefined" },
];

const attempts = 30;
const attemptMs = 500;

/** Moves the mouse over each name. Returns one sentence for each name that does not show its type. */
export async function checkHovers(browser: Browser, origin: string): Promise<string[]> {
  const tab = await browser.open();
  await tab.send("Page.enable");
  await tab.send("Emulation.setDeviceMetricsOverride", {
    width: 1280,
    height: 900,
    deviceScaleFactor: 1,
    mobile: false,
  });
  const problems: string[] = [];
  for (const { page, name, shows } of knownHovers) {
    await tab.send("Page.navigate", { url: `${origin}/${page}` });
    const shown = await hover(tab, name, shows);
    if (!shown.includes(shows)) problems.push(`/${page}: ${name} does not show ${JSON.stringify(shows)} on hover.`);
  }
  return problems;
}

/** Returns the text that a name shows on hover. Retries, because a page takes a moment to react. */
async function hover(tab: Tab, name: string, shows: string): Promise<string> {
  let shown = "";
  for (let attempt = 0; attempt < attempts && !shown.includes(shows); attempt += 1) {
    const place = await evaluate(tab, placeOf(name));
    const [x = 0, y = 0] = place.split(" ").map(Number);
    await tab.send("Input.dispatchMouseEvent", { type: "mouseMoved", x: 5, y: 5 });
    await tab.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
    await wait(attemptMs);
    shown = await evaluate(tab, "[...document.querySelectorAll('.v-popper__popper')].map((e) => e.innerText).join()");
  }
  return shown;
}

/** Returns a script that scrolls to the first such name with a type and returns its centre. */
function placeOf(name: string): string {
  return `(() => {
    const names = [...document.querySelectorAll(".twoslash-hover")];
    const found = names.find((element) => element.textContent.trim() === ${JSON.stringify(name)});
    if (found === undefined) return "";
    found.scrollIntoView({ block: "center" });
    const { left, top, width, height } = found.getBoundingClientRect();
    return [left + width / 2, top + height / 2].join(" ");
  })()`;
}

async function evaluate(tab: Tab, expression: string): Promise<string> {
  const { result } = await tab.send("Runtime.evaluate", { expression, returnByValue: true });
  return String((result as { readonly value?: unknown }).value ?? "");
}
