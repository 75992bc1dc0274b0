import { describe, expect, it } from "vitest";
import { runHere } from "../../test/run-here.js";
import { startCli } from "../../test/spawn-cli.js";
import { definition, temporaryProject } from "../../test/temporary-project.js";

const lock = "tablewright.lock.json";
const order = "tables/order.table.ts";
const renamed = definition("Order").replace("note:", "memo:");
const safe = renamed.replace("edm.string().optional()", 'edm.string({ formerly: ["note"] }).optional()');

const refusal = `✖ change.property-renamed  Order.memo is new and "note" was removed, both Edm.String: existing rows have the value under "note", where nothing reads it.
  tables/order.table.ts:5:52
    4 |   table: "Orders",
  > 5 |   properties: { id: edm.string({ maxLength: 64 }), memo: edm.string().optional() },
      |                                                    ^^^^
    6 |   partitionKey: () => ["all"],
  → If it was renamed, write: memo: edm.string({ formerly: ["note"] }).optional(). While programs with the former definition still run, which know only "note", add keepFormer: true. If no row is affected, run \`npx tablewright generate --accept\`.
  More: npx tablewright explain change.property-renamed
`;

async function generated() {
  const project = temporaryProject({ [order]: definition("Order") });
  expect(await runHere(project.root, "generate")).toMatchObject({ code: 0 });
  return project;
}

describe("a change that stored rows do not survive", () => {
  it("is refused with its place and the line that makes it safe, and nothing is written", async () => {
    const project = await generated();
    const before = project.list().map((path) => project.read(path));
    project.write(order, renamed);
    expect(await runHere(project.root, "generate")).toEqual({
      code: 3,
      out: "",
      log: `${refusal}\n✖ 1 error: nothing was written.`,
    });
    expect(await runHere(project.root, "check")).toEqual({ code: 3, out: "", log: `${refusal}\n✖ 1 error.` });
    expect(await runHere(project.root, "generate", "--check")).toMatchObject({ code: 3, out: "" });
    expect(await runHere(project.root, "generate", "--dry-run")).toMatchObject({ code: 3, out: "" });
    project.write(order, definition("Order"));
    expect(project.list().map((path) => project.read(path))).toEqual(before);
  });

  it("is an error of the JSON report", async () => {
    const project = await generated();
    project.write(order, renamed);
    const { code, out } = await runHere(project.root, "generate", "--json");
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      exitCode: 3,
      diagnostics: [{ code: "change.property-renamed", severity: "error" }],
    });
  });

  it("is taken where the definition says how earlier rows are read", async () => {
    const project = await generated();
    project.write(order, safe);
    expect(await runHere(project.root, "check")).toMatchObject({ code: 0 });
    expect(await runHere(project.root, "generate")).toMatchObject({ code: 0 });
    expect(project.read(lock)).toContain(
      '"property memo": { "type": "Edm.String", "optional": true, "formerly": ["note"] },',
    );
  });

  it("is taken with --accept, which keeps the former keys", async () => {
    const project = await generated();
    project.write(order, definition("Order", '["line", k.id]'));
    expect(await runHere(project.root, "generate")).toMatchObject({ code: 3 });
    const { code, out } = await runHere(project.root, "generate", "--accept");
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`written    ${lock}`) });
    expect(project.read(lock)).toContain(
      '"former keys 1": { "table": "Orders", "separator": "!", "partitionKey": ["all"], "rowKey": ["row", "{id}"] },',
    );
    expect(await runHere(project.root, "generate", "--check")).toMatchObject({ code: 0 });
  });

  it("comes after mistakes in the definitions, which exit with 2", async () => {
    const project = await generated();
    project.write(order, definition("Order", '["line", k.idd]'));
    expect(await runHere(project.root, "generate")).toMatchObject({
      code: 2,
      log: expect.not.stringContaining("change."),
    });
  });

  it("is waited out by --watch", async () => {
    const project = await generated();
    const { printed } = startCli(project.root, ["generate", "--watch"]);
    await printed("Watching for changes.");
    project.write(order, renamed);
    await printed("change.property-renamed  Order.memo is new");
    expect(project.read("src/tables.gen/order.gen.ts")).not.toContain("memo");
    project.write(order, safe);
    await printed(`written    ${lock}`);
    expect(project.read("src/tables.gen/order.gen.ts")).toContain("memo");
  });
});

describe("the lock file", () => {
  it("is compared by --check, which finds what it lacks, and not by check", async () => {
    const project = await generated();
    project.write(lock, project.read(lock).replace(/.*"property note".*\n/, ""));
    expect(await runHere(project.root, "generate", "--check")).toMatchObject({
      code: 3,
      out: expect.stringContaining(`different  ${lock}  +1 -0`),
    });
    expect(await runHere(project.root, "check")).toMatchObject({ code: 0 });
    expect(await runHere(project.root, "generate")).toMatchObject({
      out: expect.stringContaining(`written    ${lock}`),
    });
    expect(await runHere(project.root, "generate", "--check")).toMatchObject({ code: 0 });
  });

  it("is missed where there are generated files", async () => {
    const project = await generated();
    project.remove(lock);
    const gone = `⚠ There are generated files, but no lock file ${lock}`;
    expect(await runHere(project.root, "check")).toMatchObject({
      code: 0,
      log: expect.stringContaining(`${gone}, so`),
    });
    const inJson = { ok: true, exitCode: 0, notice: expect.stringContaining(`${gone.slice(2)}, so`) };
    expect(JSON.parse((await runHere(project.root, "check", "--json")).out)).toMatchObject(inJson);
    expect(await runHere(project.root, "generate")).toMatchObject({
      code: 0,
      log: expect.stringContaining(`${gone}; a new one was written, so `),
    });
    expect((await runHere(project.root, "generate")).log).not.toContain("⚠");
    expect((await runHere(project.root, "check")).log).not.toContain("⚠");
    expect((await runHere(project.root, "check", "--json")).out).not.toContain("notice");
  });

  it("with line ends of Windows is no change", async () => {
    const project = await generated();
    project.write(lock, project.read(lock).replaceAll("\n", "\r\n"));
    expect(await runHere(project.root, "generate", "--check")).toMatchObject({ code: 0 });
  });

  it("with a merge conflict is an error with its place, and stays as it is", async () => {
    const project = await generated();
    const text = `<<<<<<< HEAD\n${project.read(lock)}`;
    project.write(lock, text);
    expect(await runHere(project.root, "generate")).toMatchObject({
      code: 2,
      log: expect.stringMatching(/✖ lock\.invalid {2}The lock file tablewright\.lock\.json cannot be read/),
    });
    expect(project.read(lock)).toBe(text);
  });

  it("has the name of its config, beside it", async () => {
    const project = temporaryProject({ "app/shop.config.ts": 'export default { definitions: "*.table.ts" };\n' });
    project.write("app/order.table.ts", definition("Order"));
    const { out } = await runHere(project.root, "generate", "--config", "app/shop.config.ts");
    expect(out).toContain("written    app/shop.lock.json");
  });
});
