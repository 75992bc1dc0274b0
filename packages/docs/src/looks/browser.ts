import { type Browser, chromium } from "playwright-core";

export type { Browser, Locator, Page, Route } from "playwright-core";

/** Starts a headless Chromium. It connects only to the pages that it is given. */
export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ["--disable-gpu", "--no-zygote"], chromiumSandbox: false });
}
