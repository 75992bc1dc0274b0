import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../files/plan-file.js";
import { commandServer } from "../../test/command-server.js";
import { interruptAt } from "../../test/interrupt-at.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";
import { overlapMs } from "../export/dataset/dataset-state.js";

const server = commandServer();
const shards = ["1/3", "2/3", "3/3"];

/** Returns the definition of items, with this literal in their RowKeys. */
const definition = (literal: string) => `import { edm, entity } from "tablewright";

export const Item = entity({
  table: "Items",
  properties: { group: edm.string({ maxLength: 64 }), no: edm.int32({ min: 0 }), count: edm.int32() },
  partitionKey: (k) => [k.group],
  rowKey: (k) => ["${literal}", k.no.pad(6)],
});
`;

const line = (group: string, no: number, count: string = String(no)) =>
  `{"$table":"Items","PartitionKey":"${group}","RowKey":"item!${String(no).padStart(6, "0")}","group":"${group}","no":${no},"count":${count}}`;

/** Lines of small groups and of a large one. */
const lines = [
  ...Array.from({ length: 900 }, (_, at) => line(`g${at % 90}`, at)),
  ...Array.from({ length: 1500 }, (_, at) => line("large", at)),
];

function items(rows: readonly string[] = lines) {
  server.service.importRows(rows);
  return temporaryProject({ "tables/items.table.ts": definition("item") });
}

const planned = (root: string, ...args: string[]) =>
  runHere(root, "plan", "Items", "--shards", "3", "--out", "plan.json", ...args);
const planIn = (root: string, name = "plan.json") => JSON.parse(readFileSync(join(root, name), "utf8")) as Plan;
const byPlan = (shard: string, file = "plan.json") => ["--shard", shard, "--plan", file];
const isNotice = (row: string) => row.includes('"RowKey":"~m-k-');
/** Stored rows without those that the tools keep for themselves. */
const exported = () =>
  server.service
    .exportRows()
    .filter((row) => !isNotice(row))
    .map((row) => row.replace(/"(?:odata\.sum|Timestamp)":"[^"]*",?/g, ""));

describe("plan", () => {
  it("covers every key once, also keys that are written later", async () => {
    const { root } = items();
    expect((await planned(root)).code).toBe(0);
    const { ranges, endpoint, run, types } = planIn(root);
    expect({ endpoint, run, types }).toEqual({ endpoint: server.endpoint, run: 0, types: {} });
    expect(ranges.filter(({ partitionKey }) => partitionKey === "large").length).toBeGreaterThan(3);
    const isIn = (key: string, ge = "", lt?: string) => key >= ge && (lt === undefined || key < lt);
    for (const [partition, row] of [
      ["", ""],
      ["g", "x"],
      ["g1", "z"],
      ["g10", ""],
      ["large", ""],
      ["large", "item!000700x"],
      ["large ", "r"],
      ["lb", ""],
      ["~", "~"],
    ]) {
      const holding = ranges.filter(({ partitionKey, ge, lt }) =>
        partitionKey === undefined
          ? isIn(partition ?? "", ge, lt)
          : partitionKey === partition && isIn(row ?? "", ge, lt),
      );
      expect(holding.length, `(${partition}, ${row})`).toBe(1);
    }
  });

  it("prints how many ranges it has", async () => {
    const { root } = items();
    const { code, log } = await planned(root);
    const { ranges } = planIn(root);
    expect([code, log]).toEqual([0, `✔ Items divided into 3 shards (ranges: ${ranges.length}): plan.json`]);
    const { out } = await runHere(root, "plan", "Items", "--shards", "2", "--out", "b.json", "--json");
    expect(JSON.parse(out)).toEqual({
      ok: true,
      exitCode: 0,
      table: "Items",
      shards: 2,
      ranges: planIn(root, "b.json").ranges.length,
      file: "b.json",
    });
    expect(planIn(root, "b.json").ranges[0]).not.toHaveProperty("share");
  });

  it("infers the types of rows without a definition, or takes those of the plan before", async () => {
    const { root } = items([line("g1", 1)]);
    server.service.importRows(['{"$table":"Raw","PartitionKey":"x","RowKey":"y","n":1}']);
    await runHere(root, "plan", "raw", "--shards", "2", "--out", "raw.json");
    expect(planIn(root, "raw.json").types).toEqual({ n: "Edm.Int32" });
    server.service.seed({ Raw: [{ PartitionKey: "x", RowKey: "y", n: "text" }] });
    await runHere(root, "plan", "raw", "--shards", "2", "--out", "later.json", "--since", "raw.json");
    expect(planIn(root, "later.json").types).toEqual({ n: "Edm.Int32" });
    await runHere(root, "plan", "ITEMS", "--shards", "2", "--out", "items.json");
    expect(planIn(root, "items.json").types).toEqual({});
  });

  it("can be interrupted, and writes nothing then", async () => {
    const { root, list } = items();
    interruptAt(server.service, 1);
    const log = "Stopped. Nothing was written. Run the same command again.";
    expect(await planned(root)).toEqual({ code: 130, out: "", log });
    server.service.faults.clear();
    interruptAt(server.service, 1);
    expect(JSON.parse((await planned(root, "--json")).out)).toMatchObject({ ok: false, exitCode: 130, ranges: 0 });
    expect(list()).not.toContain("plan.json");
  });

  it("is not made while definitions have errors", async () => {
    const { root } = temporaryProject({ "tables/items.table.ts": "const x = ;\n" });
    expect((await planned(root)).code).toBe(2);
  });

  it("lets shards read what changed since the plan before", async () => {
    const { root } = items([]);
    server.service.importRows(['{"$table":"Items"}']);
    await planned(root);
    const later = await runHere(root, "plan", "Items", "--shards", "2", "--out", "later.json", "--since", "plan.json");
    expect(later.code).toBe(0);
    const { run, since } = planIn(root, "later.json");
    const start = Date.parse(planIn(root).createdAt);
    expect([run, Date.parse(since ?? "")]).toEqual([1, start - overlapMs]);
    server.service.importRows([line("g1", 1)]);
    for (const shard of ["1/2", "2/2"]) {
      const { log } = await runHere(
        root,
        "export",
        "Items",
        ...byPlan(shard, "later.json"),
        "--out",
        `changes-${shard[0]}.ndjson`,
      );
      expect(log).toContain("✔");
    }
    const changes = ["1", "2"].map((shard) => readFileSync(join(root, `changes-${shard}.ndjson`), "utf8")).join("");
    expect(changes.trim().split("\n").length).toBe(1);
  });

  it("is not used for another table, account or number of shards, and is not replaced", async () => {
    const { root } = items();
    await planned(root);
    expect((await planned(root)).log).toContain("plan.file-exists");
    const log = async (...args: string[]) => (await runHere(root, ...args)).log;
    expect(await log("export", "Other", ...byPlan("1/3"), "--out", "x")).toContain("plan.invalid");
    expect(await log("export", "Items", ...byPlan("1/4"), "--out", "x")).toContain("plan.json is for 3 shards, not 4");
    expect(await log("verify", ...byPlan("4/3"))).toContain("--shard is 4/3, which is not a shard");
    expect(await log("verify", ...byPlan("1/3", "none.json"))).toContain("none.json does not exist");
    expect(await log("verify", "--shard", "1/3")).toContain("--shard and --plan belong together");
    expect(await log("import", "Items", "--shard", "1/3")).toContain("--shard needs a file");
  });
});

describe("shards", () => {
  it("of verify find together what one finds", async () => {
    const wrong = [...lines, line("g3", 5000, '"five"'), line("large", 5001, '"five"')];
    const { root } = items(wrong);
    await planned(root);
    const outputs = await Promise.all(shards.map((shard) => runHere(root, "verify", "--json", ...byPlan(shard))));
    const found = outputs.map(({ out }) => JSON.parse(out) as { rows: number; findings: { rows: number }[] });
    expect(found.reduce((sum, { rows }) => sum + rows, 0)).toBe(wrong.length);
    expect(found.flatMap(({ findings }) => findings).reduce((sum, { rows }) => sum + rows, 0)).toBe(2);
  });

  it("of migrate do together what one does, also when one is repeated", async () => {
    const { root, write } = items();
    await runHere(root, "generate");
    write("tables/items.table.ts", definition("moved"));
    await runHere(root, "generate", "--accept");
    await planned(root);
    for (const shard of [...shards, "2/3"])
      expect((await runHere(root, "migrate", ...byPlan(shard))).code, shard).toBe(0);
    const keys = exported().filter((row) => row.includes("RowKey"));
    expect(keys.length).toBe(lines.length);
    expect(keys.every((row) => row.includes('"RowKey":"moved!'))).toBe(true);
  });

  it("of import write together what one writes", async () => {
    const { root, write } = items([]);
    server.service.importRows(['{"$table":"Items"}']);
    write("items.ndjson", `${lines.join("\n")}\n`);
    const rows = [];
    for (const shard of shards) {
      const { out, code } = await runHere(root, "import", "Items", "items.ndjson", "--shard", shard, "--json");
      expect(code).toBe(0);
      rows.push((JSON.parse(out) as { rows: number }).rows);
    }
    expect(rows.reduce((sum, count) => sum + count, 0)).toBe(lines.length);
    expect(rows.every((count) => count > 0)).toBe(true);
    expect(exported().filter((row) => row.includes("RowKey")).length).toBe(lines.length);
  });
});
