/**
 * Returns the config that `init` writes. It states the defaults, so that the user can edit them.
 * @param isJavaScript true for a package whose sources are JavaScript and are not compiled
 */
export function starterConfig(isJavaScript: boolean): string {
  return `import { defineConfig } from "tablewright";

export default defineConfig({
  definitions: "tables/**/*.table.ts",
  outDir: "src/tables.gen",
${isJavaScript ? '  output: "js",\n' : ""}});
`;
}

/**
 * Returns the tsconfig that `init` writes if there is none. The example program in the README compiles with it.
 * @param isModule false for a package whose files are CommonJS: there the compiler converts imports, which `verbatimModuleSyntax` forbids
 */
export function starterTsconfig(isModule: boolean): string {
  return `{
  "compilerOptions": {
    "target": "es2022",
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    ${isModule ? '"verbatimModuleSyntax"' : '"isolatedModules"'}: true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["src", "tables", "tablewright.config.ts"]
}
`;
}

/** Second tsconfig that `init` writes, beside `tsconfig.json`: it compiles the programs in `src` to `dist`, without the definitions. */
export const starterBuildConfig = `{
  "extends": "./tsconfig.json",
  "compilerOptions": {
    "noEmit": false,
    "rootDir": "src",
    "outDir": "dist"
  },
  "include": ["src"]
}
`;

/** Definition that `init` writes without `--from`; the README shows the same one. */
export const starterDefinition = `import { edm, entity } from "tablewright";

/** A customer's order. */
export const Order = entity({
  table: "Shop",
  kind: "order", // tells it from other entities
  properties: {
    customerId: edm.string({ maxLength: 64 }),
    placedAt: edm.dateTime(),
    orderNo: edm.int32({ min: 0 }),
    total: edm.double(),
    paid: edm.boolean({ default: false }),
    sequence: edm.int64(),
    currency: edm.string({ oneOf: ["EUR", "USD"] }),
    paymentId: edm.guid().optional(),
    signature: edm.binary().optional(),
    /** Free text. */
    note: edm.string().optional(),
  },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["order", k.placedAt.desc, k.orderNo.pad(10)], // newest first
});

export const OrderLine = entity({
  table: "Shop",
  kind: "line",
  properties: {
    customerId: edm.string({ maxLength: 64 }),
    orderNo: edm.int32({ min: 0 }),
    lineNo: edm.int32({ min: 1 }),
    sku: edm.string(),
    quantity: edm.int32(),
  },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["line", k.orderNo.pad(10), k.lineNo.pad(4)],
});
`;
