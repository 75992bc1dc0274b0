import { describe, expect, it } from "vitest";
import { adoptFiles, keysIn, propertiesIn } from "../test/adopt-files.js";

const json = (binding: object) =>
  JSON.stringify({ bindings: [{ name: "req", type: "httpTrigger", direction: "in" }, binding] });
const out = { name: "visits", type: "table", direction: "out", tableName: "Visits" };

describe("rows of an output binding are those that a function writes", () => {
  it("by the binding that a function.json declares", () => {
    const report = adoptFiles({
      "add/function.json": json(out),
      "add/index.js": `module.exports = async function (context, req) {
        context.bindings.visits = [];
        context.bindings.visits.push({ PartitionKey: "ward", RowKey: req.body.id, Room: "r" + req.body.room, beds: 3 });
        context.bindings.other.push({ PartitionKey: "x", RowKey: "y" });
      };`,
    });
    expect(keysIn(report)).toEqual(["Visits ward {id}"]);
    expect(propertiesIn(report)).toEqual(["Room String proved", "beds Int64 likely"]);
    expect(report.calls).toMatchObject([
      { call: "output binding", table: "Visits", becomes: "service.entities(Visit).insert(row)" },
    ]);
    expect(report.differences.map(({ code }) => code)).toContain("binding");
  });

  it("in one assignment", () => {
    const report = adoptFiles({
      "add/function.json": json(out),
      "add/index.ts": `export default async function (context: any, id: string) {
        context.bindings.visits = { partitionKey: "ward", rowKey: id, list: [1, 2] }; }`,
    });
    expect(keysIn(report)).toEqual(["Visits ward {id}"]);
    expect(report.drafts[0]?.text).toContain("list: edm.string(), // uncertain: the Functions host stores its JSON");
  });

  it.each([
    ["of another type", { ...out, type: "queue" }],
    ["of another name", { ...out, name: "guests" }],
    ["that is read", { ...out, direction: "in" }],
  ])("but not by a binding %s", (_, binding) => {
    const code = 'module.exports = (context) => { context.bindings.visits = { PartitionKey: "p", RowKey: "r" }; };';
    expect(adoptFiles({ "add/function.json": json(binding), "add/index.js": code }).tables).toEqual([]);
  });

  it("by the result of its handler, if it is the binding $return", () => {
    const returned = json({ ...out, name: "$return" });
    const row = '{ PartitionKey: "ward", RowKey: req.body.id, room: 7 }';
    for (const code of [
      `module.exports = async (context, req) => { if (!req.body) return; return ${row}; };`,
      `module.exports = async function (context, req) { return ${row}; };`,
      `const handler = (context, req) => (${row}); export default handler;`,
      `export default async function (context, req) { return [${row}]; }`,
      `async function run(context, req) { return ${row}; } module.exports.run = run;`,
    ]) {
      const report = adoptFiles({ "add/function.json": returned, "add/index.js": code });
      expect([code, keysIn(report)]).toEqual([code, ["Visits ward {id}"]]);
      expect(propertiesIn(report)).toEqual(["room Int64 likely"]);
    }
  });

  it("by one with a table that the settings name", () => {
    const { tables, uncertain } = adoptFiles({
      "add/function.json": json({ ...out, tableName: "%TABLE%" }),
      "add/index.js":
        'module.exports = (context) => { context.bindings.visits = { PartitionKey: "p", RowKey: "r" }; };',
    });
    expect(tables).toMatchObject([{ name: "UnknownTable", isNameKnown: false }]);
    expect(uncertain.map(({ message }) => message)).toEqual(["function.json gives the table's name as %TABLE%"]);
  });

  it("by the binding that the program declares, with a list of rows", () => {
    const report = adoptFiles({
      "visits.ts": `import { app, output, type InvocationContext } from "@azure/functions";
        const name = "Visits";
        const visits = output.table({ tableName: name, connection: "Storage" });
        app.http("add", { extraOutputs: [visits], handler: async (request: Request, context: InvocationContext) => {
          const rows: { PartitionKey: string; RowKey: string; at: Date; half: number }[] = [];
          for (let n = 1; n < 3; n++) rows.push({ PartitionKey: "ward", RowKey: n.toString(), at: new Date(), half: 0.5 });
          context.extraOutputs.set(visits, rows);
        } });`,
    });
    expect(keysIn(report)).toEqual(["Visits ward {n:number}"]);
    expect(propertiesIn(report)).toEqual(["at String likely", "half undefined likely"]);
  });

  it("by one with the keys, which the host fills in", () => {
    const report = adoptFiles({
      "visits.ts": `import { app, output } from "@azure/functions";
        app.http("add", { return: output.table({ tableName: "Visits", partitionKey: "ward", rowKey: "n-{id}", connection: "" }),
          handler: async () => ({ room: "r" as string }) });`,
    });
    expect(keysIn(report)).toEqual(["Visits ward n-{id}"]);
    expect(propertiesIn(report)).toEqual(["room String proved"]);
  });
});

it("rows of an input binding that a function.json declares are read, by its keys", () => {
  const read = { ...out, name: "ward", direction: "in", partitionKey: "ward", rowKey: "{id}" };
  const code =
    "module.exports = (context) => { const { Room } = context.bindings.ward; return context.bindings.ward.beds; };";
  const report = adoptFiles({ "get/function.json": json(read), "get/index.js": code });
  expect(keysIn(report)).toEqual(["Visits ward {id}"]);
  expect(report.calls).toMatchObject([
    { call: "input binding", becomes: "service.entities(Visit).get(key) or .query(partition)" },
  ]);
  const any = { ...read, partitionKey: "{PartitionKey}", rowKey: "{RowKey}" };
  expect(keysIn(adoptFiles({ "get/function.json": json(any), "get/index.js": code }))).toEqual([
    "Visits undefined undefined",
  ]);
});

it("rows of an input binding are read", () => {
  const report = adoptFiles({
    "visits.ts": `import { input } from "@azure/functions";
      const visit = input.generic({ type: "table", tableName: "Visits", partitionKey: "ward", rowKey: "{queueTrigger}" });
      const other = input.generic({ type: "blob", path: "x" });
      export const run = (context: any) => [context.extraInputs.get(visit), context.extraInputs.get(other)];`,
  });
  expect(keysIn(report)).toEqual(["Visits ward {queueTrigger}"]);
  expect(report.calls).toMatchObject([{ call: "input binding", becomes: expect.stringContaining(".get(key)") }]);
});
