import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const builders = [
  "edm.string({ maxLength: 64 })",
  "edm.dateTime()",
  "edm.int32({ min: 0 })",
  "edm.boolean({ default: false })",
  "edm.int64()",
  "edm.double()",
  "edm.guid()",
  "edm.binary().optional()",
  "edm.string().optional()",
];

function definition(number: number, properties: number): string {
  const lines = Array.from({ length: properties }, (_, i) => `    p${i}e${number}: ${builders[i % builders.length]},`);
  return `import { edm, entity } from "tablewright";

export const Entity${number} = entity({
  table: "Table${number}",
  properties: {
${lines.join("\n")}
  },
  partitionKey: (k) => ["part", k.p0e${number}],
  rowKey: (k) => ["row", k.p1e${number}.desc, k.p2e${number}.pad(10)],
});
`;
}

/** Creates a project in a temporary folder with this many definitions, from which no classes are generated yet. */
export function temporaryProject(definitions: number, properties: number): string {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-bench-"));
  mkdirSync(join(folder, "tables"));
  for (let n = 0; n < definitions; n++) {
    writeFileSync(join(folder, `tables/entity-${n}.table.ts`), definition(n, properties));
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const options = {
    target: "es2023",
    module: "nodenext",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["src"] }));
  const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));
  mkdirSync(join(folder, "node_modules/@tablewright"), { recursive: true });
  symlinkSync(join(modules, "tablewright"), join(folder, "node_modules/tablewright"));
  symlinkSync(join(modules, "@tablewright/runtime"), join(folder, "node_modules/@tablewright/runtime"));
  symlinkSync(join(dirname(modules), "../../node_modules/@types"), join(folder, "node_modules/@types"));
  return folder;
}
