import { expect, it } from "vitest";
import { adoptCode } from "../test/adopt-files.js";

it.each([
  ["my-name", "my_name"],
  ["constructor", "constructorValue"],
  ["toJSON", "toJSONValue"],
  ["then", "thenValue"],
  ["1st", "1stValue"],
  ["thenBy", "thenBy"],
  ["andthen", "andthen"],
  ["x1", "x1"],
])("the property %s is called %s", (stored, name) => {
  const [draft] = adoptCode(`client.createEntity({ partitionKey: "p", rowKey: "r", "${stored}": true });`).drafts;
  expect(draft?.text).toMatch(new RegExp(`^    "?${name}"?: edm`, "m"));
});

it("all notes on a property are in its comment", () => {
  const text = adoptCode(`declare const body: any; declare const status: "a" | "b";
    client.createEntity({ partitionKey: "p", rowKey: "r", status, ...body });`).drafts[0]?.text;
  expect(text).toContain('status: edm.string(), // uncertain: "a" or "b" in the program: body may replace it\n');
});
