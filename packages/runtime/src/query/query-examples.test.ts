import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { expect, it } from "vitest";
import { Order } from "../test/shop/index.js";
import { stubConnection } from "../test/stub-connection.js";
import { createQuery, createScan } from "./entity-query.js";
import type { QueryPlan } from "./query-options.js";

const connection = stubConnection(() => ({ body: { value: [] } }));
const orders = {
  query: (partition: { readonly customerId: string }) => createQuery(connection, Order.$schema, partition),
  scan: (options?: object) => createScan(connection, Order.$schema, options),
};

const texts = ["query.ts", "../client/entity-client.ts"].map((name) =>
  readFileSync(new URL(name, import.meta.url), "utf8"),
);

/** Examples in the comments of these files: an expression, then its `$filter`. */
const examples = texts.join("\n").matchAll(/```ts\n\s+\* (.+)\n\s+\* \/\/ \$filter: (.+)\n/g);

it.each([...examples].map(([, code = "", filter = ""]) => ({ code, filter })))("$code", ({ code, filter }) => {
  const query: unknown = runInThisContext(`(orders) => ${code}`)(orders);
  expect((query as { explain(): QueryPlan }).explain().filters.join(" | ")).toBe(filter);
});
