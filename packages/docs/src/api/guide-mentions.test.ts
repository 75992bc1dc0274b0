import { expect, it } from "vitest";
import { pagesThatName, parseGuidePage } from "./guide-mentions.js";

const page = parseGuidePage(
  "guide/a.md",
  `# The \`a\` page

\`\`\`ts
import { type Transport, TableServiceClient as Client } from "@tablewright/runtime";
import { other } from "elsewhere";
isTableError(Client.limits); // Bulk: "Page"
\`\`\`

\`new TableServiceClient(endpoint)\` and \`edm.string()\`.
`,
);

it("reads names from code and from the text, not from members, strings and comments", () => {
  expect(page).toMatchObject({ address: "/guide/a", title: "The a page" });
  const { names } = page;
  expect(names.get("TableServiceClient")).toBe(2);
  expect(["Transport", "isTableError", "edm"].filter((name) => names.get(name) !== 1)).toEqual([]);
  expect(["limits", "Bulk", "Page", "elsewhere", "string"].filter((name) => names.has(name))).toEqual([]);
});

it("puts the page first that names it most often", () => {
  const once = parseGuidePage("guide/b.md", "# B\n\n`TableServiceClient`\n");
  expect(pagesThatName([once, page], "TableServiceClient").map(({ address }) => address)).toEqual([
    "/guide/a",
    "/guide/b",
  ]);
  expect(pagesThatName([once, page], "edm", 1)).toEqual([page]);
  expect(pagesThatName([once, page], "none")).toEqual([]);
});
