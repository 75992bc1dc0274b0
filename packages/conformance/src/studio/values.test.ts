import { createHash } from "node:crypto";
import type { EntityClient, StoredTableRow, TableServiceClient } from "@tablewright/runtime";
import type { EntityTypes } from "@tablewright/runtime/codegen/v1";
import { tableRowJson } from "@tablewright/runtime/edm";
import type { StudioProject } from "@tablewright/studio";
import { expect, it } from "vitest";
import type { Locator, Page } from "../../../docs/src/looks/browser.js";
import { strict } from "../targets/targets.js";
import { everyDefinition, everyValue } from "./every-value.js";
import { shareBrowser } from "./share-browser.js";
import { choose, type StudioLab } from "./studio-lab.js";

const open = shareBrowser();

const key = (id: string) => ({ group: "a", id });
const stored = (id: string) => ({ partitionKey: "g!a", rowKey: `every!${id}` });

function clientOf(service: TableServiceClient, { schemas }: StudioProject): EntityClient<EntityTypes> {
  return service.entities({ $schema: schemas[0] as never }) as unknown as EntityClient<EntityTypes>;
}

/** Stores the same values twice: for Studio, and for the client, whose writes are the measure. */
async function seed(service: TableServiceClient, project: StudioProject): Promise<void> {
  await service.tables.createIfNotExists("Everything");
  const values = Object.fromEntries(everyValue.map(({ name, value }) => [name, value]));
  for (const id of ["studio", "twin"]) await clientOf(service, project).insert({ ...key(id), ...values });
}

/** Returns the stored properties of a row, byte by byte. Long values are shortened to their hash. @param apart names that may differ */
async function bytesOf({ service }: StudioLab, id: string, ...apart: readonly string[]): Promise<object> {
  const row = (await service.table("Everything").get(stored(id))) as StoredTableRow;
  const properties = Object.entries(row.properties).filter(([name]) => !apart.includes(name));
  const texts = properties.map(([name, value]) => {
    const json = tableRowJson("Everything", { partitionKey: "", rowKey: "", properties: { value } });
    return [name, json.length < 200 ? json : createHash("sha256").update(json).digest("hex")];
  });
  return Object.fromEntries(texts);
}

const times = ["createdAt", "updatedAt"] as const;

/** Shows the rows of the entity, or of its table as they are stored. */
async function showRows(page: Page, name: "Every" | "Everything"): Promise<void> {
  await choose(page, name);
  await page.getByText("2 rows", { exact: true }).waitFor();
}

const waiting = (page: Page) => page.locator(".review-bar").getByText(/^\d+ changes?$/);

async function send(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await sendReviewed(page);
}

async function sendReviewed(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Send \d+ change/ }).click();
  await page.getByText(/^\d+ changes? written/).waitFor();
}

async function undo(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Undo" }).click();
  await sendReviewed(page);
}

/** Enters a text into a field, or chooses it from a list, as typing does but in one event: Chromium types a long text for minutes. */
async function enter(field: Locator, text: string): Promise<void> {
  await field.evaluate((element: HTMLTextAreaElement, value: string) => {
    element.value = value;
    for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
  }, text);
}

/** Gives the twin the values that the user types, by the client. */
async function editTwin({ service, project }: StudioLab): Promise<void> {
  const set = everyValue.flatMap((each) =>
    each.text === undefined ? [] : [[each.name, "after" in each ? each.after : each.text] as const],
  );
  await clientOf(service, project).modify(key("twin"), () => ({ set: Object.fromEntries(set) }));
}

it("keeps every value in the grid, until a user changes it", async () => {
  const lab = await open(strict, { definitions: everyDefinition, seed });
  const { page } = lab;
  await showRows(page, "Every");
  const before = await bytesOf(lab, "studio");
  const columns = ["group", "id", ...everyValue.map(({ name }) => name)];
  const editor = page.locator(".cell-editor");
  const goTo = async (name: string) => {
    await page.keyboard.press("Home");
    for (let at = 0; at < columns.indexOf(name); at += 1) await page.keyboard.press("ArrowRight");
  };
  await page.getByRole("grid").focus();
  await goTo("plain");
  for (const { text } of everyValue) {
    if (text !== undefined) {
      await page.keyboard.press("F2");
      await page.keyboard.press("Escape");
      await page.keyboard.press("F2");
      await editor.blur();
      await page.getByRole("grid").focus();
    }
    await page.keyboard.press("ArrowRight");
  }
  expect(await waiting(page).count()).toBe(0);
  for (const isReverted of [true, false]) {
    await goTo("plain");
    for (const { text } of everyValue) {
      if (text !== undefined) {
        await page.keyboard.press("F2");
        const own = await editor.inputValue();
        await enter(editor, text);
        await editor.press("Enter");
        if (isReverted) {
          await page.keyboard.press("F2");
          await enter(editor, own);
          await editor.press("Enter");
        }
      }
      await page.keyboard.press("ArrowRight");
    }
    expect(await waiting(page).count()).toBe(isReverted ? 0 : 1);
  }
  await send(page);
  await editTwin(lab);
  expect(await bytesOf(lab, "studio", ...times)).toEqual(await bytesOf(lab, "twin", ...times));
  await undo(page);
  expect(await bytesOf(lab, "studio")).toEqual(before);
  await page.getByRole("grid").focus();
  await page.keyboard.press("Delete");
  await send(page);
  await undo(page);
  expect(await bytesOf(lab, "studio")).toEqual(before);
});

it("keeps every value in the form, until a user changes it", async () => {
  const lab = await open(strict, { definitions: everyDefinition, seed });
  const { page } = lab;
  await showRows(page, "Every");
  const before = await bytesOf(lab, "studio");
  await page.getByRole("grid").press("Enter");
  const panel = page.getByRole("complementary", { name: "Row" });
  const fieldOf = (name: string, within = panel) =>
    within.locator(".form-row", { has: page.getByText(name, { exact: true }) }).locator(".field");
  const stage = panel.getByRole("button", { name: "Stage the change" });
  for (const isReverted of [true, false]) {
    for (const { name, text } of everyValue) {
      const field = fieldOf(name);
      expect(await field.isDisabled()).toBe(text === undefined);
      if (text === undefined) continue;
      await field.focus();
      const own = await field.inputValue();
      await enter(field, text);
      if (isReverted) await enter(field, own);
    }
    expect(await stage.isDisabled()).toBe(isReverted);
  }
  await stage.click();
  await send(page);
  await editTwin(lab);
  expect(await bytesOf(lab, "studio", ...times)).toEqual(await bytesOf(lab, "twin", ...times));
  await undo(page);
  expect(await bytesOf(lab, "studio")).toEqual(before);
  await panel.getByRole("button", { name: "Duplicate" }).click();
  const dialog = page.getByRole("dialog");
  await enter(fieldOf("id", dialog), "copy");
  await dialog.getByRole("button", { name: "Stage the new row" }).click();
  await send(page);
  expect(await bytesOf(lab, "copy", ...times)).toEqual(await bytesOf(lab, "studio", ...times));
});

it("keeps every stored value in the raw view, until a user changes it", async () => {
  const lab = await open(strict, { definitions: everyDefinition, seed });
  const { page } = lab;
  await showRows(page, "Everything");
  const before = await bytesOf(lab, "studio");
  await page.getByRole("grid").press("Enter");
  const panel = page.getByRole("complementary", { name: "Row" });
  const fields = panel.getByLabel(/^Value of /);
  const stage = panel.getByRole("button", { name: "Stage the change" });
  const count = await fields.count();
  for (let at = 0; at < count; at += 1) {
    await fields.nth(at).focus();
    const own = await fields.nth(at).inputValue();
    await enter(fields.nth(at), "1");
    await fields.nth(at).blur();
    await enter(fields.nth(at), own);
    await fields.nth(at).blur();
  }
  expect(await stage.isDisabled()).toBe(true);
  await enter(panel.getByLabel("Value of plain"), "another");
  await panel.getByRole("button", { name: "Remove crlf" }).click();
  await stage.click();
  await send(page);
  const { properties } = (await lab.service.table("Everything").get(stored("studio"))) as StoredTableRow;
  expect([properties["plain"]?.value, properties["crlf"]]).toEqual(["another", undefined]);
  expect(await bytesOf(lab, "studio", "plain", "crlf", ...times)).toEqual(
    await bytesOf(lab, "twin", "plain", "crlf", ...times),
  );
  await undo(page);
  expect(await bytesOf(lab, "studio")).toEqual(before);
});
