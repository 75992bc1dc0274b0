import { expect, it } from "vitest";
import { generate } from "../../generate.js";
import { createSourceHost } from "../../read/project/source-host.js";

it("the types of row key prefixes and ranges grow with the number of parts, not with its square", () => {
  const [few, more, many] = [8, 16, 32].map((parts) => sizeOf(parts));
  if (few === undefined || more === undefined || many === undefined) throw new Error("No sizes.");
  expect((many - more) / (more - few)).toBeLessThan(2.3); // A quadratic cost would give 4.
});

function sizeOf(parts: number): number {
  const names = Array.from({ length: parts }, (_, index) => `part${index + 10}`);
  const text = `import { edm, entity } from "tablewright";
    export const Deep = entity({
      table: "Deep",
      properties: { ${names.map((name) => `${name}: edm.int32({ min: 0 })`).join(", ")} },
      partitionKey: () => ["all"],
      rowKey: (k) => [${names.map((name) => `k.${name}.asc`).join(", ")}],
    });`;
  const { files, diagnostics } = generate({
    host: createSourceHost({ "a.table.ts": text }),
    files: ["a.table.ts"],
    outDir: "gen",
  });
  expect(diagnostics).toEqual([]);
  const code = files.find(({ path }) => path === "gen/deep.gen.ts")?.text ?? "";
  return code.indexOf("/** Properties that `new Deep`") - code.indexOf("/** Key of one Deep");
}
