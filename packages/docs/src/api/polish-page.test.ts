import { expect, it } from "vitest";
import { polishPage } from "./polish-page.js";

it("keeps the headings of exports and members, and no others", () => {
  const page = "## A {#a}\n\n### Methods\n\n#### get() {#get}\n\n##### Parameters\n\n***\n\n## B {#b}\n";
  expect(polishPage(page)).toBe("## A {#a}\n\n**Methods**\n\n### get() {#get}\n\n**Parameters**\n\n## B {#b}\n");
});

it("leaves out where a member comes from", () => {
  expect(polishPage("#### stack? {#stack}\n\n##### Inherited from\n\n`Error.stack`\n\n## B {#b}\n")).toBe(
    "### stack? {#stack}\n\n## B {#b}\n",
  );
});

it("names an object whose members are the parameters", () => {
  expect(polishPage("> **run**(`__namedParameters`)\n\n| `\\_\\_namedParameters` |\n")).toBe(
    "> **run**(`parameters`)\n\n| `parameters` |\n",
  );
});

it("does not compile the blocks of docstrings", () => {
  expect(polishPage("```ts\na\n```\n")).toBe("```ts notwoslash\na\n```\n");
});

it("names the type of error codes", () => {
  const codes = Array.from({ length: 50 }, (_, index) => `\`"code.${"x".repeat(index + 1)}"\``);
  expect(polishPage(`**code**: \`"value.missing"\` \\| ${codes.join(" \\| ")}\n`)).toBe(
    "**code**: [`ErrorCode`](/api/runtime#errorcode)\n",
  );
  expect(polishPage('**code**: `"index.not-unique"` \\| `"index.reserved"`\n')).toContain("index.reserved");
});
