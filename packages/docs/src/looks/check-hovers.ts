import type { Browser, Page } from "./browser.js";

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
  { page: "recipes/lock", name: "lock", shows: "const lock: StoredLock" },
];

const attempts = 30;
const attemptMs = 500;

/** Moves the mouse over each name. Returns one sentence for each name that does not show its type. */
export async function checkHovers(browser: Browser, origin: string): Promise<string[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const problems: string[] = [];
  for (const { page: path, name, shows } of knownHovers) {
    await page.goto(`${origin}/${path}`);
    const isShown = await hover(page, name, shows);
    if (!isShown) problems.push(`/${path}: ${name} does not show ${JSON.stringify(shows)} on hover.`);
  }
  await page.close();
  return problems;
}

/** Returns whether a name shows this text on hover. Retries, because a page takes a moment to react. */
async function hover(page: Page, name: string, shows: string): Promise<boolean> {
  const target = page.locator(".twoslash-hover").filter({ hasText: new RegExp(`^\\s*${name}\\s*$`) });
  if ((await target.count()) === 0) return false;
  const popper = page.locator(".v-popper__popper", { hasText: shows }).first();
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await page.mouse.move(5, 5);
    await target.first().hover();
    const isShown = await popper.waitFor({ timeout: attemptMs }).then(
      () => true,
      () => false,
    );
    if (isShown) return true;
  }
  return false;
}
