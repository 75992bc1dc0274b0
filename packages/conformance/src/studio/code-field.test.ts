import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { findBarriers } from "../../../docs/src/looks/barriers.js";
import type { Page, Route } from "../../../docs/src/looks/browser.js";
import { strict } from "../targets/targets.js";
import { clientOf } from "./every-row.js";
import { paper, paperDefinitions, seedPaper } from "./paper.js";
import { shareBrowser } from "./share-browser.js";
import { choose, openBrowser } from "./studio-lab.js";

const open = shareBrowser();

const panelOf = (page: Page) => page.getByRole("complementary", { name: "Row" });
const field = (page: Page, name: string) => panelOf(page).getByRole("textbox", { name: new RegExp(`^${name} `) });

/** Opens the row, and waits for the editors. */
async function openPaper() {
  const lab = await open(strict, { definitions: paperDefinitions, seed: seedPaper });
  const { page } = lab;
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await choose(page, "Paper");
  await page.getByText("1 row", { exact: true }).waitFor();
  await page.getByRole("grid").press("Enter");
  await expect.poll(() => panelOf(page).locator(".cm-content").count()).toBe(3);
  const stored = async () =>
    (await clientOf({ service: lab.service, project: lab.project }).get({ id: "a" })) as unknown as typeof paper;
  return { ...lab, problems, stored };
}

async function send(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.getByRole("button", { name: "Send 1 change" }).click();
  await page.getByText("1 change written", { exact: true }).waitFor();
}

it("edits a text, and keeps the line breaks that the user did not touch", async () => {
  const { page, stored, problems } = await openPaper();
  await field(page, "text").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await page.keyboard.type("!");
  await page.keyboard.press("Enter");
  await page.keyboard.type("  new");
  await page.keyboard.press("Enter");
  await page.keyboard.type("line");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+y");
  await panelOf(page).getByRole("button", { name: "Stage the change" }).click();
  await send(page);
  expect((await stored()).text).toBe("one!\r\n  new\r\nline\r\ntwo\nthree\r\n");
  expect(problems).toEqual([]);
});

it("draws only what is in view of a text of 390,000 characters, and changes one of them", async () => {
  const { page, stored } = await openPaper();
  expect(await panelOf(page).locator(".code-field").nth(1).locator(".cm-line").count()).toBeLessThan(100);
  await field(page, "whole").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("end");
  await panelOf(page).getByRole("button", { name: "Stage the change" }).click();
  await send(page);
  expect((await stored()).whole).toBe(`${paper.whole}end`);
});

it("shows JSON with its parts, says what is wrong with it, and stages it by Ctrl+Enter", async () => {
  const { page, stored } = await openPaper();
  const data = field(page, "data");
  expect(await data.textContent()).toContain('  "list": [');
  const weightOf = (token: string) =>
    data.getByText(token, { exact: true }).evaluate((each: HTMLElement) => getComputedStyle(each).fontWeight);
  expect([await weightOf("true"), await weightOf("1")]).toEqual(["600", "400"]);
  await data.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("{");
  await panelOf(page).getByText("Paper.data is not JSON").waitFor();
  expect(await data.getAttribute("aria-invalid")).toBe("true");
  expect(await data.getAttribute("aria-description")).toContain("is not JSON");
  await page.keyboard.type('"a": 1}');
  await panelOf(page).getByText("Paper.data is not JSON").waitFor({ state: "detached" });
  await panelOf(page).getByRole("button", { name: "Stage the change" }).click();
  await data.click();
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Enter");
  await page.getByText("1 change written", { exact: true }).waitFor();
  expect((await stored()).data).toEqual({ a: 1 });
});

it("is left by Tab, closes the row by Escape, and is reached by its label", async () => {
  const { page } = await openPaper();
  const inField = () => page.evaluate<string>(`document.activeElement?.shadowRoot?.activeElement?.ariaLabel ?? ""`);
  await panelOf(page).getByText("whole", { exact: true }).click();
  expect(await inField()).toMatch(/^whole /);
  await page.keyboard.press("Tab");
  expect(await inField()).toMatch(/^data /);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  expect(await inField()).toMatch(/^text /);
  await page.keyboard.press("?");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.keyboard.press("Escape");
  await panelOf(page).waitFor({ state: "detached" });
  await page.getByText("1 change", { exact: true }).waitFor();
});

it("has nothing that keeps people with impairments out, in both themes", async () => {
  const { page } = await openPaper();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await findBarriers(page)).toEqual([]);
  }
});

/** Opens the row in a page whose requests for the editor are answered by a function. */
async function openPlain(answer: (route: Route) => Promise<void>) {
  const lab = await open(strict, { definitions: paperDefinitions, seed: seedPaper });
  const { page } = lab;
  await page.route(/code-editor-/, answer);
  await choose(page, "Paper");
  await page.getByText("1 row", { exact: true }).waitFor();
  await page.getByRole("grid").press("Enter");
  await panelOf(page).locator("textarea").nth(2).waitFor();
  return lab;
}

it("takes over the text, the focus and the cursor of the plain field that is there until it is loaded", async () => {
  let release = () => {};
  const isTyped = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { page, service, project } = await openPlain(async (route) => {
    await isTyped;
    await route.continue();
  });
  await field(page, "text").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("AB");
  await page.keyboard.press("ArrowLeft");
  release();
  await panelOf(page).locator(".cm-content").nth(2).waitFor();
  await page.keyboard.type("x");
  await panelOf(page).getByRole("button", { name: "Stage the change" }).click();
  await send(page);
  const row = (await clientOf({ service, project }).get({ id: "a" })) as unknown as typeof paper;
  expect(row.text).toBe(`AxB${paper.text}`);
  await page.unroute(/code-editor-/);
});

it("does not take the focus again if the user has left the plain field before it is loaded", async () => {
  const { page } = await open(strict, { hasSql: true });
  let release = () => {};
  const isLeft = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/code-editor-/, async (route) => {
    await isLeft;
    await route.continue();
  });
  await page.getByRole("button", { name: "SQL", exact: true }).click();
  await page.locator("textarea.sql-text:focus").waitFor();
  await page.getByRole("button", { name: "Explain" }).focus();
  release();
  await page.locator(".sql .cm-content").waitFor();
  await page.locator("button:focus", { hasText: "Explain" }).waitFor();
  await page.unroute(/code-editor-/);
});

it("leaves the plain field if it cannot be loaded", async () => {
  const { page } = await openPlain((route) => route.abort());
  const data = field(page, "data");
  await data.fill("{");
  await expect.poll(() => data.getAttribute("aria-description")).toContain("is not JSON");
  await data.fill('{"a":1}');
  await expect.poll(() => data.getAttribute("aria-description")).toBe(null);
  await field(page, "text").fill("plain");
  await panelOf(page).getByRole("button", { name: "Stage the change" }).click();
  await page.getByText("1 change", { exact: true }).waitFor();
  expect(await panelOf(page).locator(".code-field").count()).toBe(0);
  await page.unroute(/code-editor-/);
});

it("is loaded with the first field that needs it, and the whole page is at most 300 kB", async () => {
  const [, folder] = await openBrowser();
  const { page } = await open(strict, { definitions: paperDefinitions, seed: seedPaper });
  const files: string[] = [];
  page.on("response", (response) => files.push(new URL(response.url()).pathname));
  await page.reload();
  await choose(page, "Paper");
  await page.getByText("1 row", { exact: true }).waitFor();
  const isEditor = (file: string) => /code-editor-[^/]*\.js$/.test(file);
  expect(files.filter((file) => file.endsWith(".js")).length).toBeGreaterThan(0);
  expect(files.filter(isEditor)).toEqual([]);
  await page.getByRole("grid").press("Enter");
  await expect.poll(() => files.filter(isEditor).length).toBe(1);
  const all = readdirSync(join(folder, "assets")).map(
    (file) => [file, gzipSync(readFileSync(join(folder, "assets", file))).length] as const,
  );
  const total = all.reduce((sum, [, size]) => sum + size, 0);
  expect(all.filter(([file]) => isEditor(file)).length).toBe(1);
  expect(total).toBeLessThan(300_000);
});
