import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Compiler, compileFixture, compilerNames } from "../test/compile-fixture.js";

// Measured: 4,579 and 865 on 6.0. Of these, 108 reject a string stored in several properties as a key part. A check of names by recursion
// over their characters would cost thousands for each entity.
const limit = { first: 10_000, further: 900 };

it.each(compilerNames)(
  `the first definition costs at most ${limit.first} type instantiations, each further one of 30 properties ${limit.further} (TypeScript %s)`,
  async (compiler) => {
    const first = await instantiationsOf(1, compiler);
    const further = ((await instantiationsOf(51, compiler)) - first) / 50;
    expect(first).toBeLessThanOrEqual(limit.first);
    expect(further).toBeLessThanOrEqual(limit.further);
    expect(further).toBeGreaterThan(100); // A lower number would mean that the types check nothing.
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

/** Returns an entity whose names all differ from other entities', so that no check is served from the compiler's cache. */
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
