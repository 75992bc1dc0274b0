import { diagnosticCodes } from "@tablewright/generator";
import { errorCodes } from "@tablewright/runtime";
import { describe, expect, it } from "vitest";
import { inputErrorCodes } from "../../errors/input-error-codes.js";
import { runHere } from "../../test/run-here.js";
import { definition, temporaryProject } from "../../test/temporary-project.js";

const codes = [...new Set([errorCodes, diagnosticCodes, inputErrorCodes].flatMap((registry) => Object.keys(registry)))];

it.each(codes)("explain %s prints what the reference says", async (code) => {
  const { code: exitCode, out, log } = await runHere("/", "explain", code);
  expect([exitCode, log]).toEqual([0, ""]);
  expect(out).toMatch(
    new RegExp(`^${code}  \\((error at run time|diagnostic of definitions|error of the command)\\)\n\n\\S`),
  );
  expect(out).not.toMatch(/<a id|^#|^```/m);
});

it.each(Object.entries(inputErrorCodes))(
  "explain %s says what is wrong, with an example, and what to do",
  async (code, { summary, help }) => {
    const { out } = await runHere("/", "explain", code);
    const own = out.slice(out.indexOf(`${code}  (error of the command)`));
    const [, first, ...rest] = own.split("\n\n");
    expect([first, rest.pop()]).toEqual([summary, help]);
    expect(rest.join("\n\n")).toMatch(/^ {4}\$ npx tablewright .+(?:\n+ {4}.+)+$/);
  },
);

it("shows the meaning of a code, an example and what to do", async () => {
  expect((await runHere("/", "explain", "value.too-long")).out).toBe(`value.too-long  (error at run time)

A string or binary value is longer than the service or the definition allows.

    Order.customerId has 65 UTF-16 units; the limit is 64

Shorten the value, raise \`maxLength\` or \`maxBytes\` up to the service's limit, or store the value elsewhere.`);
});

it("prints one JSON object with --json", async () => {
  const { code, out, log } = await runHere("/", "explain", "value.too-long", "--json");
  expect([code, log]).toEqual([0, ""]);
  expect(JSON.parse(out)).toEqual({
    ok: true,
    exitCode: 0,
    code: "value.too-long",
    sections: [{ kind: "error at run time", text: expect.stringContaining("the limit is 64") }],
  });
});

it("shows the command of an example, and what it prints", async () => {
  expect((await runHere("/", "explain", "export.file-exists")).out).toBe(`export.file-exists  (error of the command)

The file to export to exists, and no interrupted export of that table began it.

    $ npx tablewright export Orders --out orders.ndjson
    ✖ export.file-exists  /home/ann/shop/orders.ndjson exists, and no export of it is under way.
      → Delete the file, or choose another with --out.

Delete the file, or choose another with \`--out\`.`);
});

it.each([
  ["index.entry-missing", "Run `npx tablewright reindex`"],
  ["init.table-empty", "Write a row first"],
  ["property.undeclared", "Declare it"],
  ["tables.not-confirmed", "Repeat the name to confirm"],
  ["verify.unknown-table", "Pass names of tables with definitions"],
])("says of %s what the error itself says to do", async (code, help) => {
  expect((await runHere("/", "explain", code)).out).toContain(`\n\n${help}`);
});

it("shows both where an error and a diagnostic have the same code", async () => {
  const { out } = await runHere("/", "explain", "key.too-long");
  expect(out.match(/^key\.too-long {2}\(.+\)$/gm)).toEqual([
    "key.too-long  (error at run time)",
    "key.too-long  (diagnostic of definitions)",
  ]);
});

it.each([
  ["key.tolong", 'Did you mean "key.too-long"?'],
  ["Change.property-rename", 'Did you mean "change.property-renamed"?'],
  ["nonsense", "Pass a code as it was printed, such as key.too-long."],
])("refuses %s", async (written, help) => {
  expect(await runHere("/", "explain", written)).toEqual({
    code: 2,
    out: "",
    log: `✖ explain.unknown-code  No error or diagnostic has the code "${written}".
  → ${help}
  More: npx tablewright explain explain.unknown-code`,
  });
});

describe("what is printed for a diagnostic", () => {
  it("names the command that explains it, once for each code", async () => {
    const project = temporaryProject({
      "tables/crates.table.ts": definition("Crate", '["row", k.idd]'),
      "tables/labels.table.ts": definition("Label", '["row", k.idd]'),
      "tables/shelves.table.ts": "const x = ;\n",
    });
    const { log } = await runHere(project.root, "check");
    const named = log.match(/^ {2}More: .*$/gm);
    expect(named).toEqual([
      "  More: npx tablewright explain key.unknown-property",
      "  More: npx tablewright explain definition.syntax",
    ]);
    for (const line of named ?? []) expect((await runHere("/", ...line.split(" ").slice(5))).code).toBe(0);
  });

  it("is a member of each diagnostic in --json, and no line", async () => {
    const project = temporaryProject({ "tables/crates.table.ts": definition("Crate", '["row", k.idd]') });
    const { out, log } = await runHere(project.root, "check", "--json");
    expect(log).toBe("");
    expect(JSON.parse(out).diagnostics).toMatchObject([{ more: "npx tablewright explain key.unknown-property" }]);
  });
});
