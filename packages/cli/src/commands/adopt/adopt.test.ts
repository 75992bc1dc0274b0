import { describe, expect, it } from "vitest";
import { progressHere, runHere } from "../../test/run-here.js";
import { runCli, withoutPackage } from "../../test/spawn-cli.js";
import { temporaryProject } from "../../test/temporary-project.js";

const orders = `import { TableClient } from "@azure/data-tables";
import { orderKey } from "#keys";

const client = TableClient.fromConnectionString(process.env["CONNECTION"] ?? "", "Orders");

export async function place(customerId: string, orderNo: number, total: bigint) {
  await client.createEntity({ partitionKey: \`cust_\${customerId}\`, rowKey: orderKey(orderNo), customerId, total });
}
`;
const keys = 'export const orderKey = (no: number) => "order_" + String(no).padStart(6, "0");\n';
const program = {
  "src/orders.ts": orders,
  "src/keys.ts": keys,
  "tsconfig.json": '{ "compilerOptions": { "paths": { "#keys": ["./src/keys.ts"] } } }',
};

describe("adopt", () => {
  it("prints tables, drafts and calls, and changes nothing", async () => {
    const project = temporaryProject(program);
    const { code, out, log } = await runHere(project.root, "adopt", "src/**/*.ts");
    expect({ code, log }).toEqual({ code: 0, log: "✔ 2 source files read: 1 table, 1 call; nothing was changed" });
    expect(out).toBe(`## Tables

- Orders: Order, PartitionKey \`cust_{customerId}\`, RowKey \`order_{orderNo:6}\`, 2 properties

## Draft of tables/orders.table.ts

\`\`\`ts
import { edm, entity } from "tablewright";

export const Order = entity({
  table: "Orders",
  separator: "_",
  properties: {
    customerId: edm.string(),
    total: edm.int64(),
    orderNo: edm.int32({ keyOnly: true }), // uncertain: a whole number, since the key pads it
  },
  partitionKey: (k) => ["cust", k.customerId.raw],
  rowKey: (k) => ["order", k.orderNo.pad(6)],
});
\`\`\`

## Calls to change

- [ ] src/orders.ts:7:9 \`createEntity\` of Orders → service.entities(Order).insert(row)

## What differs

- Errors are not RestErrors. Test with isTableError(error, code), for example entity.already-exists for 409 and entity.condition-not-met for 412.
- An Int64 is a bigint when it is written, too, in place of { type: "Int64", value: "5" }.

Parts of keys: 0 proven, 4 chosen by one call alone, 0 to choose.`);
    expect(project.list()).toEqual(Object.keys(program).sort());
  });

  it("drafts definitions whose keys are those of the program", async () => {
    const project = temporaryProject(program);
    const { out } = await runHere(project.root, "adopt", "src", "--json");
    const { drafts } = JSON.parse(out) as { drafts: { path: string; text: string }[] };
    for (const { path, text } of drafts) project.write(path, text);
    const key = await runHere(project.root, "key", "encode", "Order", '{"customerId":"C1","orderNo":7}');
    expect(JSON.parse(key.out)).toEqual({ partitionKey: "cust_C1", rowKey: "order_000007" });
  });

  it("prints one JSON object", async () => {
    const { code, out, log } = await runHere(temporaryProject(program).root, "adopt", "src/*.ts", "--json");
    expect({ code, log }).toEqual({ code: 0, log: "" });
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      exitCode: 0,
      tables: [{ name: "Orders", entities: [{ name: "Order", rowKey: "order_{orderNo:6}" }] }],
      drafts: [{ path: "tables/orders.table.ts", problems: [] }],
      calls: [{ call: "createEntity", table: "Orders", location: { file: "src/orders.ts", line: 7 } }],
      uncertain: [],
    });
  });

  it("says once what is uncertain, with all its places", async () => {
    const code = `import { TableClient } from "@azure/data-tables";
const client = new TableClient("", process.env["ORDERS"]!);
client.createEntity({ partitionKey: "p", rowKey: "1", paid: true });
client.deleteEntity("p", "1");
`;
    const { out } = await runHere(temporaryProject({ "src/a.ts": code }).root, "adopt", "src/a.ts");
    expect(out).toContain("- Orders (a placeholder): Order, PartitionKey `p`, RowKey `1`, 1 property\n");
    const reason = "the table's name is {ORDERS}, which is known only when the program runs";
    expect(out).toMatch(
      new RegExp(
        `## Uncertain\n\n- ${reason}: src/a\\.ts:3:1, src/a\\.ts:4:1\n\nParts of keys: 2 proven, 0 chosen by one call alone, 0 to choose\\.$`,
      ),
    );
  });

  it("leaves out tests, unless they are wanted", async () => {
    const { root } = temporaryProject({ ...program, "src/orders.test.ts": orders.replace("cust_", "test_") });
    const { out, log } = await runHere(root, "adopt", "src");
    expect(log).toBe("✔ 2 source files read, 1 file of tests left out: 1 table, 1 call; nothing was changed");
    expect(out).toContain("## Left out\n\n- tests, which --tests reads: src/orders.test.ts\n");
    expect((await runHere(root, "adopt", "src", "--tests")).log).toContain("3 source files read: 1 table, 2 calls");
  });

  it("says where there is nothing to adopt", async () => {
    const project = temporaryProject({ "src/a.ts": "export const x = 1;\n" });
    expect(await runHere(project.root, "adopt", "src/a.ts")).toEqual({
      code: 0,
      out: "",
      log: "✔ 1 source file read: no use of @azure/data-tables was found",
    });
    expect(progressHere).toEqual(["→ reading 1 source file", ""]);
  });

  it("exits with 2 when @tablewright/adopt is not installed", async () => {
    expect(await runCli("/", ["adopt", "src/*.ts"], withoutPackage("@tablewright/adopt"))).toEqual({
      code: 2,
      out: "",
      log: "✖ adopt.not-installed  `tablewright adopt` needs @tablewright/adopt, which is not installed.\n  → Run: npm i -D @tablewright/adopt\n  More: npx tablewright explain adopt.not-installed\n",
    });
  });

  it("exits with 2 where no file matches", async () => {
    const project = temporaryProject({ "src/a.d.ts": "export {};\n", "node_modules/x/a.ts": "export {};\n" });
    const { code, log } = await runHere(project.root, "adopt", "**/*.ts");
    expect(code).toBe(2);
    expect(log).toMatch(/^✖ adopt\.no-files {2}No source files match \*\*\/\*\.ts\./);
    expect((await runHere(project.root, "adopt")).code).toBe(2);
  });
});
