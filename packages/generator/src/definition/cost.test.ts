import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Compiler, compileFixture, compilerNames } from "../test/compile-fixture.js";

// 559 on all three. A check of names by recursion over their characters costs thousands.
const limit = 600;

it.each(compilerNames)(
  `a definition of 30 properties costs at most ${limit} type instantiations on TypeScript %s`,
  async (compiler) => {
    const few = await instantiationsOf(10, compiler);
    const many = await instantiationsOf(60, compiler);
    const perEntity = (many - few) / 50;
    expect(perEntity).toBeLessThanOrEqual(limit);
    expect(perEntity).toBeGreaterThan(30); // Less would mean that nothing was checked.
  },
);

async function instantiationsOf(count: number, compiler: Compiler): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "tablewright-cost-"));
  try {
    const file = join(folder, "cost.mts");
    const entities = Array.from({ length: count }, (_, number) => entitySource(number));
    await writeFile(file, `import { edm, entity } from "tablewright";\n${entities.join("\n")}\n`);
    const { problems, instantiations } = await compileFixture({ files: [file], compiler });
    expect(problems).toEqual([]);
    return instantiations;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const builders = [
  "edm.string({ maxLength: 64 })",
  "edm.boolean({ default: false })",
  "edm.int32({ min: 0 })",
  "edm.int64()",
  "edm.double()",
  "edm.dateTime()",
  "edm.guid()",
  "edm.binary().optional()",
  'edm.string({ oneOf: ["a", "b"], default: "a" })',
  "edm.string().optional()",
];

/** All names differ between entities, so that no check is served from the compiler's cache. */
function entitySource(number: number): string {
  const properties = Array.from({ length: 30 }, (_, i) => `e${number}p${i}: ${builders[i % builders.length]}`);
  return `export const Entity${number} = entity({
  table: "Table${number}",
  kind: "kind${number}",
  properties: { ${properties.join(", ")} },
  partitionKey: (k) => ["part${number}", k.e${number}p0],
  rowKey: (k) => ["row${number}", k.e${number}p5.desc, k.e${number}p2.pad(10)],
});`;
}
