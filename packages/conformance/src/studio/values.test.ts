import type { StoredTableRow, TableRow } from "@tablewright/runtime";
import { fromJson } from "@tablewright/runtime/codegen/v1";
import { type EdmValue, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import type { Locator, Page } from "../../../docs/src/looks/browser.js";
import { azurite, strict } from "../targets/targets.js";
import { bytesOf, clientOf, editedValues, editTwin, schemaOf, seedEvery, storedKey, times } from "./every-row.js";
import { everyDefinition, everyKey, everyValue, keyNames, missingOptions } from "./every-value.js";
import { shareBrowser } from "./share-browser.js";
import { choose } from "./studio-lab.js";

const open = shareBrowser();

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
  await page.getByText(/^\d+ changes? written|^Undone: /).waitFor();
}

async function undo(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Undo" }).click();
  await sendReviewed(page);
}

/** Functions of the page that read and replace the text of a field: of an editor, as a user does with Ctrl+A, copy and paste. */
type Field = HTMLTextAreaElement;
declare const fields: { textOf(field: Field): string; enterText(field: Field, text: string): void };
const fieldFunctions = `window.fields = (() => {
  const contentOf = (field) => field.shadowRoot?.querySelector(".cm-content");
  function onClipboard(field, type, clipboardData) {
    const content = contentOf(field);
    content.focus();
    content.dispatchEvent(new KeyboardEvent("keydown", { key: "a", keyCode: 65, ctrlKey: true, bubbles: true }));
    content.dispatchEvent(new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true }));
  }
  function textOf(field) {
    if (!contentOf(field)) return field.value;
    const data = new DataTransfer();
    onClipboard(field, "copy", data);
    return data.getData("text/plain");
  }
  function enterText(field, text) {
    if (contentOf(field)) {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      return onClipboard(field, "paste", data);
    }
    field.value = text;
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
  return { textOf, enterText };
})()`;

/** Enters a text into a field, or chooses it from a list, as typing does but in one event: Chromium types a long text for minutes. */
async function enter(field: Locator, text: string): Promise<void> {
  await field.page().evaluate(fieldFunctions);
  await field.evaluate((element: Field, value: string) => fields.enterText(element, value), text);
}

/** Copies the row in the panel with other values. */
async function duplicate(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole("complementary", { name: "Row" }).getByRole("button", { name: "Duplicate" }).click();
  const dialog = page.getByRole("dialog");
  for (const [name, text] of Object.entries(values)) {
    const row = dialog.locator(".form-row", { has: page.getByText(name, { exact: true }) });
    await enter(row.locator(".field"), text);
  }
  await dialog.getByRole("button", { name: "Stage the new row" }).click();
  await send(page);
}

/** Step of a test in the cell of a property: opens and closes its editor, edits it and takes that back, or edits it. */
type Deed = "close" | "revert" | "edit";

/**
 * Does one thing with all cells of the first row, by the keys that a user presses, in one call of the browser.
 * @param first column of the first text
 */
async function inEachCell(
  page: Page,
  deed: Deed,
  first: number,
  texts: readonly (string | undefined)[],
): Promise<void> {
  await page.evaluate(
    ([first, texts, deed]) => {
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
      for (let column = 0; column < first; column += 1) press(grid, "ArrowRight");
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
    [first, texts, deed] as const,
  );
}

/** Number of fields of several lines that are plain ones: those of long Binary values. */
const plainFields = 2;

/** Enters the texts into the fields of the form, one after the other; twice if they are taken back. */
async function inEachField(
  form: Locator,
  selector: string,
  texts: readonly (string | undefined)[],
  isReverted: boolean,
) {
  // Fields of several lines are plain ones until the editor is loaded.
  await expect.poll(() => form.locator(".form-row:not(.is-stored) textarea").count()).toBeLessThanOrEqual(plainFields);
  await form.page().evaluate(fieldFunctions);
  return await form.evaluate(
    (element: HTMLElement, [selector, texts, isReverted]) => {
      const all = [...element.querySelectorAll<Field>(selector)];
      const fixed: number[] = [];
      for (const [index, text] of texts.entries()) {
        const field = all[index] as Field;
        if (field.disabled || field.classList.contains("is-read-only")) fixed.push(index);
        if (text === undefined || text === null) continue;
        const own = fields.textOf(field);
        for (const value of isReverted ? [text, own] : [text]) fields.enterText(field, value);
      }
      return fixed;
    },
    [selector, texts, isReverted] as const,
  );
}

const texts = everyValue.map(({ text }) => text);
const lab = { definitions: everyDefinition, seed: seedEvery };

/** Text that the user types for a stored value, by its Edm type, and the value that is then stored. */
const rawTexts: Readonly<Record<string, readonly [text: string, value: EdmValue]>> = {
  "Edm.String": ["raw", edm.string("raw")],
  "Edm.Boolean": ["true", edm.boolean(true)],
  "Edm.Int32": ["-7", edm.int32(-7)],
  "Edm.Int64": ["9007199254740993", edm.int64(9_007_199_254_740_993n)],
  "Edm.Double": ["-0", edm.double(-0)],
  "Edm.DateTime": ["2026-11-22T00:00:00.1Z", edm.dateTime(new Date("2026-11-22T00:00:00.100Z"))],
  "Edm.Guid": ["ffffffff-0000-4000-8000-00000000000f", edm.guid("ffffffff-0000-4000-8000-00000000000f")],
  "Edm.Binary": ["/w==", edm.binary(new Uint8Array([255]))],
};

it("has a property for each option of each builder", () => {
  expect(missingOptions).toEqual(["keyOnly of json", "keyOnly of double", "keyOnly of binary"]);
});

describe.each([strict, azurite])("values over $name", (target) => {
  it("are kept in the grid, until a user changes them", async () => {
    const studio = await open(target, lab);
    const { page } = studio;
    await showRows(page, "Every");
    const before = await bytesOf(studio, "studio");
    await inEachCell(page, "close", keyNames.length, texts);
    expect(await waiting(page).count()).toBe(0);
    await inEachCell(page, "revert", keyNames.length, texts);
    expect(await waiting(page).count()).toBe(0);
    await inEachCell(page, "edit", keyNames.length, texts);
    await send(page);
    await editTwin(studio, editedValues);
    expect(await bytesOf(studio, "studio", ...times)).toEqual(await bytesOf(studio, "twin", ...times));
    await undo(page);
    expect(await bytesOf(studio, "studio")).toEqual(before);
    await page.getByRole("grid").focus();
    await page.keyboard.press("Delete");
    await send(page);
    await undo(page);
    expect(await bytesOf(studio, "studio")).toEqual(before);
  });

  it("are kept in the form, until a user changes them, and by its copies", async () => {
    const studio = await open(target, lab);
    const { page } = studio;
    await showRows(page, "Every");
    const before = await bytesOf(studio, "studio");
    await page.getByRole("grid").press("Enter");
    const panel = page.getByRole("complementary", { name: "Row" });
    // JavaScript would write the JSON with other digits, which the dialog refuses.
    await duplicate(page, { id: "first", rounded: "2" });
    const { $etag: _, ...twin } = (await clientOf(studio).get(everyKey("twin"))) as unknown as { $etag: string };
    await clientOf(studio).insert({ ...twin, ...everyKey("second"), rounded: 2, createdAt: undefined });
    expect(await bytesOf(studio, "first", ...times)).toEqual(await bytesOf(studio, "second", ...times));
    const stage = panel.getByRole("button", { name: "Stage the change" });
    const masked = panel.getByRole("button", { name: /^Show \w/ });
    while ((await masked.count()) > 0) await masked.first().click();
    const fields = [...keyNames.map(() => undefined), ...texts];
    const fixed = fields.flatMap((text, index) => (text === undefined ? [index] : []));
    expect((await inEachField(panel, ".form-row .field", fields, true)).slice(0, fixed.length)).toEqual(fixed);
    expect(await stage.isDisabled()).toBe(true);
    await inEachField(panel, ".form-row .field", fields, false);
    await stage.click();
    await send(page);
    await editTwin(studio, editedValues);
    expect(await bytesOf(studio, "studio", ...times)).toEqual(await bytesOf(studio, "twin", ...times));
    await panel.getByRole("button", { name: "Copy TypeScript" }).click();
    await page.getByText("Row copied").waitFor();
    const code = await page.evaluate<string>("navigator.clipboard.readText()");
    const make = new Function("Every", `return ${code}`) as (entity: object) => Record<string, unknown>;
    const schema = schemaOf(studio.project);
    const entity = make({ fromJSON: (json: object) => fromJson(schema, { ...json, id: "code" }) });
    await clientOf(studio).insert(entity);
    expect(await bytesOf(studio, "code", ...times)).toEqual(await bytesOf(studio, "studio", ...times));
    await duplicate(page, { id: "copy" });
    expect(await bytesOf(studio, "copy", ...times)).toEqual(await bytesOf(studio, "studio", ...times));
    const edited = await bytesOf(studio, "studio");
    await panel.getByRole("button", { name: "Stage the deletion" }).click();
    await send(page);
    await undo(page);
    expect(await bytesOf(studio, "studio")).toEqual(edited);
    expect(edited).not.toEqual(before);
  });

  it("are kept in the raw view, until a user changes them, and by its copies", async () => {
    const studio = await open(target, lab);
    const { page, service } = studio;
    const table = service.table("Everything");
    await showRows(page, "Everything");
    const before = await bytesOf(studio, "studio");
    const { properties } = (await table.get(storedKey(studio, "twin"))) as StoredTableRow;
    const typed = Object.entries(properties).map(([name, value]) => [name, rawTexts[value?.type ?? ""]] as const);
    // The columns of the grid begin with the keys.
    await inEachCell(
      page,
      "close",
      2,
      typed.map(([, each]) => each?.[0]),
    );
    await inEachCell(
      page,
      "revert",
      2,
      typed.map(([, each]) => each?.[0]),
    );
    expect(await waiting(page).count()).toBe(0);
    await page.getByRole("grid").press("Enter");
    const panel = page.getByRole("complementary", { name: "Row" });
    const stage = panel.getByRole("button", { name: "Stage the change" });
    const fields = 'textarea[aria-label^="Value of "]';
    await inEachField(
      panel,
      fields,
      typed.map(([, each]) => each?.[0]),
      true,
    );
    expect(await stage.isDisabled()).toBe(true);
    await inEachField(
      panel,
      fields,
      typed.map(([, each]) => each?.[0]),
      false,
    );
    await stage.click();
    await send(page);
    const values = Object.fromEntries(typed.flatMap(([name, each]) => (each === undefined ? [] : [[name, each[1]]])));
    await table.merge(storedKey(studio, "twin"), values as TableRow["properties"], { ifMatch: "*" });
    expect(await bytesOf(studio, "studio")).toEqual(await bytesOf(studio, "twin"));
    await undo(page);
    expect(await bytesOf(studio, "studio")).toEqual(before);
    await enter(panel.getByLabel("Value of plain"), "another");
    await panel.getByRole("button", { name: "Remove crlf" }).click();
    await stage.click();
    await send(page);
    const { crlf: _, ...others } = before;
    expect(await bytesOf(studio, "studio")).toEqual({ ...others, plain: (await bytesOf(studio, "studio"))["plain"] });
    const { plain } = ((await table.get(storedKey(studio, "studio"))) as StoredTableRow).properties;
    expect(plain?.value).toBe("another");
    await undo(page);
    expect(await bytesOf(studio, "studio")).toEqual(before);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Command" }).fill("duplicate row");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await enter(dialog.getByLabel("RowKey"), storedKey(studio, "copy").rowKey);
    await dialog.getByRole("button", { name: "Stage the new row" }).click();
    await send(page);
    expect(await bytesOf(studio, "copy")).toEqual(before);
    await panel.getByRole("button", { name: "Stage the deletion" }).click();
    await send(page);
    await undo(page);
    expect(await bytesOf(studio, "studio")).toEqual(before);
  });
});
