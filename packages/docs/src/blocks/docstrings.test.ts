import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BlockProgram } from "./block-program.js";
import { isTypeScript, parseBlocks } from "./code-blocks.js";

const root = new URL("../../../../", import.meta.url).pathname;

/** Names that an example uses without a declaration, and how this test declares them. */
const declarations: Readonly<Record<string, string>> = {
  orders: 'import { orders } from "./prelude.js";',
  service: 'import { service } from "./prelude.js";',
  key: 'import { key } from "./prelude.js";',
  placedAt: 'import { placedAt } from "./prelude.js";',
  Order: 'import { Order } from "./tables.gen/index.js";',
  OrderLine: 'import { OrderLine } from "./tables.gen/index.js";',
  Person: 'import { Person } from "./tables.gen/index.js";',
  Employee: 'import { Employee } from "./tables.gen/index.js";',
  Session: 'import { Session } from "./tables.gen/index.js";',
  TableServiceClient: 'import { TableServiceClient } from "@tablewright/runtime";',
  DefaultAzureCredential: 'import { DefaultAzureCredential } from "@azure/identity";',
  edm: 'import { edm } from "@tablewright/runtime/edm";',
  etag: 'import { etag } from "@tablewright/runtime";',
  isOutcomeUnknown: 'import { isOutcomeUnknown } from "@tablewright/runtime";',
  httpStatusOf: 'import { httpStatusOf } from "@tablewright/runtime/standard-schema";',
  insertSchema: 'import { insertSchema } from "@tablewright/runtime/standard-schema";',
  reindex: 'import { reindex } from "@tablewright/runtime/reindex";',
  removeFormerIndex: 'import { removeFormerIndex } from "@tablewright/runtime/reindex";',
  sweep: 'import { sweep } from "@tablewright/runtime/admin";',
  analyze: 'import { analyze } from "@tablewright/sql";',
  order: 'declare const order: import("./tables.gen/index.js").StoredOrder;',
  partition: 'declare const partition: import("@tablewright/runtime").PartitionClient<"Shop/cust!{customerId}">;',
  tx: 'declare const tx: import("@tablewright/runtime").Transaction<"Shop/cust!{customerId}">;',
  legacy: 'declare const legacy: import("@tablewright/runtime").TableClient;',
  row: 'declare const row: import("@tablewright/runtime").StoredTableRow;',
  first: 'declare const first: import("./tables.gen/index.js").OrderInPartition;',
  id: 'declare const id: import("@tablewright/runtime").EntityId;',
  date: "declare const date: Date;",
  owner: "declare const owner: string;",
  odata: 'import { odata } from "@tablewright/runtime/edm";',
  Reading: 'import { Reading } from "./tables.gen/index.js";',
  counters:
    'declare const counters: import("@tablewright/runtime").EntityClient<import("./tables.gen/index.js").CounterTypes>;',
  name: "declare const name: string;",
  items: 'declare const items: { readonly insert: import("./tables.gen/index.js").OrderInit }[];',
  rows: 'declare const rows: import("@tablewright/runtime").TableRow[];',
  changes: 'declare const changes: import("./tables.gen/index.js").OrderMerge;',
  checkLater: "declare function checkLater(order: unknown): undefined;",
  error: 'declare const error: import("@tablewright/runtime").TableError;',
  request: "declare const request: Request;",
};

/** Puts an example into a function, with declarations of the names that it uses. Names that it declares hide them. */
function complete(code: string): string {
  const text = code.replaceAll(/"[^"\n]*"|\/\/.*/g, "");
  const used = Object.entries(declarations).filter(([name]) => new RegExp(`(?<!\\w\\??\\.)\\b${name}\\b`).test(text));
  return [...used.map(([, declaration]) => declaration), "export {};", "async function example() {", code, "}"].join(
    "\n",
  );
}

/** Returns the code blocks of the docstrings of a file, each line without the star of its comment. */
function docstringBlocks(path: string) {
  const comments = readFileSync(root + path, "utf8").match(/^ *\/\*\*[\s\S]*?\*\//gm) ?? [];
  return comments.flatMap((comment) => parseBlocks(path, comment.replaceAll(/^ *\* ?/gm, "")).filter(isTypeScript));
}

const listed = execFileSync("git", ["ls-files", "packages/runtime/src", "packages/sql/src"], {
  cwd: root,
  encoding: "utf8",
});
const paths = listed.split("\n").filter((path) => /(?<!\.test)\.ts$/.test(path));
// An ellipsis stands for a part of the reader's own program.
const examples = paths.flatMap(docstringBlocks).filter(({ code }) => !code.includes("…"));
const program = new BlockProgram();
for (const { code } of examples) program.add(complete(code));

it("finds the examples of the clients", () => {
  expect(examples.length).toBeGreaterThan(80);
});

it.each(examples)("$page: $code", ({ code }) => {
  expect(program.problems(complete(code))).toEqual([]);
});
