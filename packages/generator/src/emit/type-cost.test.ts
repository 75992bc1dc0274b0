import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { generate } from "../generate.js";
import { applyOutput } from "../output/apply-output.js";
import { nodeFileSystem } from "../output/node-file-system.js";
import { planOutput } from "../output/plan-output.js";
import { createSourceHost } from "../read/project/source-host.js";
import { compileFixture } from "../test/compile-fixture.js";
import { wideEntity } from "../test/wide-entity.js";

/** Writes the use of an entity by an application. */
type Usage = (n: number) => string;

// Entities of 30 properties, declared and used. A template costs no more than parts.
it.each([
  [200, "parts", "14 calls", manyCalls],
  [150, "templates", "6 calls", fewCalls],
] as const)(
  "costs the checker at most %d instantiations for each entity with a key of %s that is used in %s",
  async (limit, form, _, usage) => {
    const [few, many] = [await instantiationsOf(10, form, usage), await instantiationsOf(30, form, usage)];
    expect((many - few) / 20).toBeLessThanOrEqual(limit);
    expect((many - few) / 20).toBeGreaterThan(20); // A lower number would mean that nothing was used.
  },
);

async function instantiationsOf(count: number, form: "parts" | "templates", usage: Usage): Promise<number> {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const sources = Object.fromEntries(
    numbers.map((number) => [`tables/e${number}.table.ts`, wideEntity(number, 30, form)]),
  );
  const { files, diagnostics } = generate({
    host: createSourceHost(sources),
    files: Object.keys(sources),
    outDir: "gen",
  });
  expect(diagnostics).toEqual([]);
  const root = mkdtempSync(join(tmpdir(), "tablewright-type-cost-"));
  try {
    const output = nodeFileSystem(root);
    applyOutput(planOutput(files, "gen", output), output);
    writeFileSync(join(root, "package.json"), '{ "type": "module" }');
    writeFileSync(join(root, "usage.ts"), `${head}${numbers.map(usage).join("\n")}`);
    const { problems, instantiations } = await compileFixture({ files: [join(root, "usage.ts")], compiler: "6.0" });
    expect(problems).toEqual([]);
    return instantiations;
  } finally {
    rmSync(root, { recursive: true });
  }
}

const head = `import { TableServiceClient } from "@tablewright/runtime";
import * as gen from "./gen/index.js";

const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true");
const at = new Date();
const id = crypto.randomUUID();
function log(...values: unknown[]): void {
  values.pop();
}
`;

/** Returns an application's use of an entity: one of each call, with hand-written literals. */
function manyCalls(n: number): string {
  const p = (index: number) => `p${index}e${n}`;
  const required = [0, 10, 20].flatMap((tens) => [
    ...[
      `${p(tens)}: "a"`,
      `${p(tens + 1)}: at`,
      `${p(tens + 2)}: 1`,
      `${p(tens + 4)}: 1n`,
      `${p(tens + 5)}: 1`,
      `${p(tens + 6)}: id`,
    ],
  ]);
  const whole = `{ ${required.join(", ")} }`;
  const inPartition = `{ ${required.slice(1).join(", ")} }`;
  const rowKey = `{ ${p(1)}: at, ${p(2)}: 1 }`;
  const key = `{ ${p(0)}: "a", ${p(1)}: at, ${p(2)}: 1 }`;
  const partition = `{ ${p(0)}: "a" }`;
  return `export async function use${n}(): Promise<void> {
  const entities = service.entities(gen.Entity${n});
  const instance = new gen.Entity${n}(${whole});
  instance.${p(5)} = 2;
  instance.${p(9)} = undefined;
  await entities.insert(instance);
  await entities.insert(${whole});
  const row = await entities.get(${key});
  if (row === undefined) return;
  await entities.merge(row, { ${p(5)}: 3, ${p(8)}: "b" }, { ifMatch: row.$etag });
  await entities.replace(row, { ifMatch: row.$etag });
  await entities.delete(${key}, { ifMatch: "*" });
  const found = await entities
    .query(${partition})
    .where({ ${p(5)}: { gt: 5 }, ${p(3)}: true, $or: [{ ${p(4)}: { ge: 5n } }, { ${p(8)}: "a" }] })
    .toArray();
  for await (const { ${p(5)}: selected } of entities
    .query(${partition})
    .rowKey.startsWith({ ${p(1)}: at })
    .select("${p(5)}", "${p(9)}")) {
    log(selected);
  }
  const page = await entities.scan().where({ ${p(9)}: { startsWith: "x" } }).page({ size: 100 });
  const results = await service.transaction(gen.Entity${n}.partition(${partition}), (tx) => {
    tx.insert(gen.Entity${n}, ${inPartition});
    tx.merge(gen.Entity${n}, ${rowKey}, { ${p(5)}: 4 }, { ifMatch: "*" });
    tx.delete(gen.Entity${n}, ${rowKey}, { ifMatch: "*" });
  });
  log(found, page, results);
}
`;
}

/** Returns the use of keys and of one property. */
function fewCalls(n: number): string {
  const p = (index: number) => `p${index}e${n}`;
  const key = `{ ${p(0)}: "a", ${p(1)}: at, ${p(2)}: 1 }`;
  return `export async function use${n}(): Promise<void> {
  const entities = service.entities(gen.Entity${n});
  const row = await entities.get(${key});
  if (row === undefined) return;
  await entities.merge(row, { ${p(5)}: 3 }, { ifMatch: row.$etag });
  await entities.delete(${key}, { ifMatch: "*" });
  const inDay = entities.query({ ${p(0)}: "a" }).rowKey.between({ ${p(1)}: { ge: at } }).where({ ${p(5)}: { gt: 5 } });
  for await (const { ${p(5)}: selected } of inDay.select("${p(5)}")) log(selected, id);
}
`;
}
