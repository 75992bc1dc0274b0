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

/** Maximum number of instantiations of one index, declared and used in both calls, above those of its entity. */
const limit = 60;
const entities = 20;

it(`costs the checker at most ${limit} instantiations for each index that is used`, async () => {
  const [few, many] = [await instantiationsOf(1), await instantiationsOf(4)];
  const each = (many - few) / (3 * entities);
  expect(each).toBeLessThanOrEqual(limit);
  expect(each).toBeGreaterThan(5); // A lower number would mean that nothing was used.
});

async function instantiationsOf(indexes: number): Promise<number> {
  const numbers = Array.from({ length: entities }, (_, number) => number);
  const sources = Object.fromEntries(numbers.map((number) => [`tables/e${number}.table.ts`, entity(number, indexes)]));
  const { files, diagnostics } = generate({
    host: createSourceHost(sources),
    files: Object.keys(sources),
    outDir: "gen",
  });
  expect(diagnostics).toEqual([]);
  const root = mkdtempSync(join(tmpdir(), "tablewright-index-cost-"));
  try {
    const output = nodeFileSystem(root);
    applyOutput(planOutput(files, "gen", output), output);
    writeFileSync(join(root, "package.json"), '{ "type": "module" }');
    writeFileSync(join(root, "usage.ts"), head + numbers.map((number) => usage(number, indexes)).join("\n"));
    const { problems, instantiations } = await compileFixture({ files: [join(root, "usage.ts")], compiler: "6.0" });
    expect(problems).toEqual([]);
    return instantiations;
  } finally {
    rmSync(root, { recursive: true });
  }
}

function entity(number: number, indexes: number): string {
  const properties = Array.from({ length: 4 }, (_, index) => `p${index}e${number}: edm.string({ maxLength: 40 }),`);
  const each = Array.from(
    { length: indexes },
    (_, index) =>
      `by${index}: { rowKey: (k) => ["index${index}", k.p${index}e${number}], include: ["note${number}"] },`,
  );
  return `import { edm, entity } from "tablewright";
export const Entity${number} = entity({
  table: "Table${number}",
  kind: "kind${number}",
  properties: { id${number}: edm.string({ maxLength: 40 }), note${number}: edm.string().optional(), ${properties.join(" ")} },
  partitionKey: (k) => ["part${number}"],
  rowKey: (k) => ["row${number}", k.id${number}],
  indexes: { ${each.join(" ")} },
});
`;
}

const head = `import { TableServiceClient } from "@tablewright/runtime";
import * as gen from "./gen/index.js";

const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true");
`;

function usage(n: number, indexes: number): string {
  const each = Array.from({ length: indexes }, (_, index) => {
    const property = `p${index}e${n}`;
    return `  await entities.by${index}.get({ ${property}: "a", id${n}: "b" });
  await entities.by${index}.query({}).rowKey.startsWith({ ${property}: "a" }).entities().toArray();`;
  });
  return `export async function use${n}(): Promise<void> {
  const entities = service.entities(gen.Entity${n});
${each.join("\n")}
}
`;
}
