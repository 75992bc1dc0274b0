import { createHash } from "node:crypto";
import type { EntityClient, StoredTableRow, TableServiceClient } from "@tablewright/runtime";
import { type EntityTypes, fromJson } from "@tablewright/runtime/codegen/v1";
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

/** Step of a test in the cell of a property: opens and closes its editor, edits it and takes that back, or edits it. */
type Deed = "close" | "revert" | "edit";

/** Does one thing with all cells of the first row, by the keys that a user presses, in one call of the browser. */
async function inEachCell(page: Page, deed: Deed): Promise<void> {
  const texts = everyValue.map(({ text }) => text);
  await page.evaluate(
    ([texts, deed]) => {
      const grid = document.querySelector("[role=grid]") as HTMLElement;
      const editor = () => document.querySelector(".cell-editor") as HTMLTextAreaElement;
      const press = (target: HTMLElement, key: string) =>
        target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      const edit = (text: string) => {
        press(grid, "F2");
        editor().value = text;
        press(editor(), "Enter");
      };
      press(grid, "Home");
      // The columns of the keys.
      for (const _ of ["group", "id"]) press(grid, "ArrowRight");
      for (const text of texts) {
        if (text !== undefined && text !== null) {
          press(grid, "F2");
          const own = editor().value;
          press(editor(), "Escape");
          if (deed === "close") {
            press(grid, "F2");
            press(editor(), "Enter");
            press(grid, "F2");
            editor().blur();
          } else edit(text);
          if (deed === "revert") edit(own);
        }
        press(grid, "ArrowRight");
      }
    },
    [texts, deed] as const,
  );
}

/** Enters the texts into the fields of the form, one after the other; twice if they are taken back. */
async function inEachField(form: Locator, fields: string, texts: readonly (string | undefined)[], isReverted: boolean) {
  return await form.evaluate(
    (element: HTMLElement, [selector, texts, isReverted]) => {
      const all = [...element.querySelectorAll<HTMLTextAreaElement>(selector)];
      const fixed: number[] = [];
      for (const [index, text] of texts.entries()) {
        const field = all[index] as HTMLTextAreaElement;
        if (field.disabled) fixed.push(index);
        if (text === undefined || text === null) continue;
        const own = field.value;
        for (const value of isReverted ? [text, own] : [text]) {
          field.value = value;
          for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
        }
      }
      return fixed;
    },
    [fields, texts, isReverted] as const,
  );
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
  await inEachCell(page, "close");
  expect(await waiting(page).count()).toBe(0);
  await inEachCell(page, "revert");
  expect(await waiting(page).count()).toBe(0);
  await inEachCell(page, "edit");
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
  await panel.getByRole("button", { name: "Show secret" }).click();
  // The fields of the keys come first.
  const texts = [undefined, undefined, ...everyValue.map(({ text }) => text)];
  const fixed = texts.flatMap((text, index) => (text === undefined ? [index] : []));
  expect((await inEachField(panel, ".form-row .field", texts, true)).slice(0, fixed.length)).toEqual(fixed);
  expect(await stage.isDisabled()).toBe(true);
  await inEachField(panel, ".form-row .field", texts, false);
  await stage.click();
  await send(page);
  await editTwin(lab);
  expect(await bytesOf(lab, "studio", ...times)).toEqual(await bytesOf(lab, "twin", ...times));
  await undo(page);
  expect(await bytesOf(lab, "studio")).toEqual(before);
  await panel.getByRole("button", { name: "Copy TypeScript" }).click();
  await page.getByText("Row copied").waitFor();
  const code = await page.evaluate<string>("navigator.clipboard.readText()");
  const make = new Function("Every", `return ${code}`) as (entity: object) => Record<string, unknown>;
  const schema = lab.project.schemas[0] as Parameters<typeof fromJson>[0];
  const entity = make({ fromJSON: (json: object) => fromJson(schema, { ...json, id: "code" }) });
  await clientOf(lab.service, lab.project).insert(entity);
  expect(await bytesOf(lab, "code", ...times)).toEqual(await bytesOf(lab, "studio", ...times));
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
  await inEachField(
    panel,
    'textarea[aria-label^="Value of "]',
    Array.from({ length: count }, () => "1"),
    true,
  );
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
