import { expect, it } from "vitest";
import { generate } from "../generate.js";
import { createSourceHost } from "../read/project/source-host.js";

const definition = `import { edm, entity } from "tablewright";
import type { Address } from "./address.js";

export const Order = entity({
  table: "Shop",
  properties: { id: edm.string({ maxLength: 64 }), address: edm.json<Address>() },
  partitionKey: (k) => [k.id],
  rowKey: () => ["order"],
});
`;

const type = "export interface Address { readonly city: string }\n";

function check(
  rootDir: string | undefined,
  { folder = "tables", outDir = "src/tables.gen", address = "address.ts" } = {},
) {
  const file = `${folder}/order.table.ts`;
  const compilerOptions = rootDir === undefined ? {} : { rootDir };
  const host = createSourceHost({
    [file]: definition,
    [`${folder}/${address}`]: type,
    "tsconfig.json": JSON.stringify({ compilerOptions }),
  });
  return generate({ host, files: [file], outDir, tsconfig: "tsconfig.json" }).diagnostics;
}

it("reports a type outside the rootDir that the generated file would import, and says where to move it", () => {
  expect(check("src")).toMatchObject([
    {
      code: "json.type-not-importable",
      severity: "error",
      message:
        '"Order.address" needs the type "Address" of tables/address.ts, which is outside "rootDir": "src", so generated code would not compile.',
      help: "Move it to a file in src, and import it from there.",
    },
  ]);
  expect(check("./src/")).toHaveLength(1);
});

it.each([
  ["there is no rootDir", undefined, {}],
  ["it is the project itself", ".", {}],
  ["the type lies in it", "src", { folder: "src/tables" }],
  ["the type is in a declaration file", "src", { address: "address.d.ts" }],
  ["another tsconfig compiles the generated files", "src", { outDir: "generated" }],
] as const)("says nothing where %s", (_, rootDir, places) => {
  expect(check(rootDir, places)).toEqual([]);
});
