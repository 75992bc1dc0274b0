/**
 * Prints how much code one call enters: how many source files of the runtime an insert and a query run, by V8's coverage of the call itself.
 * Also prints how much the runtime has in total, and how many files of the generator name one option of properties.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Session } from "node:inspector/promises";
import type { AddressInfo } from "node:net";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { TableServiceClient } from "../packages/runtime/src/index.js";
import { Order } from "../packages/runtime/src/test/shop/index.js";
import { readSources } from "./source-tree.js";

const root = join(import.meta.dirname, "..");
const runtime = "packages/runtime/src/";
const testCode = /\.test\.ts$|\.test-d\.ts$|\/(?:test|golden|fixtures)\//;

const key = { customerId: "C1", placedAt: new Date(0), orderNo: 7 };
const order = { ...key, total: 5, sequence: 1n, currency: "EUR" } as const;
const { partitionKey: PartitionKey, rowKey: RowKey } = Order.key(key);
const row = {
  ...{ "odata.etag": 'W/"1"', Timestamp: "2026-01-01T00:00:00Z", PartitionKey, RowKey },
  ...{
    kind: "order",
    customerId: "C1",
    orderNo: 7,
    "total@odata.type": "Edm.Double",
    total: 5,
    paid: false,
    currency: "EUR",
  },
  ...{
    "placedAt@odata.type": "Edm.DateTime",
    placedAt: key.placedAt,
    "sequence@odata.type": "Edm.Int64",
    sequence: "1",
  },
};

const server = createServer((request, response) => {
  request.resume();
  const isRead = request.method === "GET";
  response.writeHead(isRead ? 200 : 204, {
    etag: 'W/"1"',
    "x-ms-version": "2019-02-02",
    "content-type": "application/json;odata=minimalmetadata;streaming=true;charset=utf-8",
  });
  response.end(isRead ? JSON.stringify(request.url?.includes("PartitionKey='") ? row : { value: [row] }) : undefined);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
const account = `AccountName=a;AccountKey=${Buffer.alloc(32).toString("base64")}`;
const endpoint = `TableEndpoint=http://127.0.0.1:${port}/a`;
const service = TableServiceClient.fromConnectionString(`DefaultEndpointsProtocol=http;${account};${endpoint}`);
const orders = service.entities(Order);

console.log("one call                      files  folders  lines");
await measure("insert", () => orders.insert(order));
await measure("get", () => orders.get(key));
await measure("query, where and select", () =>
  orders
    .query(key)
    .where({ total: { gt: 1 } })
    .select("total", "paid")
    .toArray(),
);
await service.close();
server.close();

const sources = [...readSources()].filter(([path]) => path.startsWith(runtime) && !testCode.test(path));
const lines = sources.flatMap(([, text]) => text.trimEnd().split("\n"));
const folders = new Set(sources.map(([path]) => posix.dirname(path)));
print("runtime", sources.length, folders.size, lines.length);
const imported = sources.reduce((sum, [, text]) => sum + importLines(text), 0);
console.log(`import statements             ${((100 * imported) / lines.length).toFixed(1)}% of the lines`);
const generator = [...readSources()].filter(
  ([path]) => path.startsWith("packages/generator/src/") && !testCode.test(path),
);
const naming = generator.filter(([, text]) => /\bmaxLength\b/.test(text));
console.log(`generator files that name maxLength: ${naming.length}`);

/** Calls once to load what a call loads, and then counts the files whose functions run in a second call. */
async function measure(name: string, call: () => Promise<unknown>): Promise<void> {
  await call();
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await call();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const files = result
    .filter(
      ({ url, functions }) => url.startsWith("file:") && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
    )
    .map(({ url }) => posix.relative(root, fileURLToPath(url.replace(/\?.*/, ""))))
    .filter((path) => path.startsWith(runtime) && !testCode.test(path));
  const entered = [...new Set(files)];
  const text = entered.map((path) => readFileSync(join(root, path), "utf8").trimEnd().split("\n").length);
  print(
    name,
    entered.length,
    new Set(entered.map((path) => posix.dirname(path))).size,
    text.reduce((a, b) => a + b, 0),
  );
}

function print(name: string, ...counts: readonly [files: number, folders: number, lines: number]): void {
  const [files, inFolders, all] = counts.map(String) as [string, string, string];
  console.log(`${name.padEnd(30)}${files.padStart(5)}${inFolders.padStart(9)}${all.padStart(7)}`);
}

/** Counts the lines of import statements, without those that are empty. */
function importLines(text: string): number {
  return [...text.matchAll(/^import [^;]*;$/gm)].reduce((sum, [statement]) => sum + statement.split("\n").length, 0);
}
