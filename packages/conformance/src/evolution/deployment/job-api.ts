/** One version of a small HTTP API for jobs. Runs as its own process: `job-api.ts <project>`. Prints its port. */
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { compileJavaScript } from "@tablewright/generator";
import { isTableError, TableServiceClient } from "@tablewright/runtime";
import { loadSchemas } from "../../../../cli/src/definitions/load-schema.js";
import type { MemberSchema } from "../test/migrated-project.js";

interface Rows {
  toArray(): Promise<readonly Job[]>;
  page(options: object): Promise<{ readonly items: readonly Job[]; readonly cursor?: string }>;
  where(condition: object): Rows;
}

type Job = Readonly<Record<string, unknown>>;
type Index = { query(of: object): Rows };

const folder = join(process.argv[2] ?? "", "src/tables.gen");
const files = readdirSync(folder).map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
const schema = loadSchemas(files, { compileJavaScript }).find(({ name }) => name === "Job") as unknown as MemberSchema;

const service = TableServiceClient.fromConnectionString(process.env["TABLES_CONNECTION_STRING"] ?? "");
await service.createTables([{ $schema: schema }]);
const jobs = service.entities({ $schema: schema });
const indexes = jobs as unknown as Readonly<Record<"byDay" | "byState", Index>>;
const isByShop = schema.partitionParts.every((part) => typeof part === "string" || part.field === "shop");

/** Returns the query for the jobs of a shop: of its partition, or of all partitions if a shop has several. */
function jobsOf(shop: string): Rows {
  return (isByShop ? jobs.query({ shop }) : jobs.scan().where({ shop })) as unknown as Rows;
}

const keyOf = ({ shop, id, at }: Job) => ({ shop, id, at: new Date(String(at)) });

/** Operations, by method and path. Each returns the status, and the body if there is one. */
const routes: Readonly<Record<string, (input: Job) => Promise<readonly [status: number, body?: unknown]>>> = {
  "GET /list": async ({ shop }) => [200, await jobsOf(String(shop)).toArray()],
  "GET /pages": async ({ shop }) => {
    const items: Job[] = [];
    let cursor: string | undefined;
    do {
      const page = await jobsOf(String(shop)).page({ size: 7, ...(cursor !== undefined && { cursor }) });
      items.push(...page.items);
      cursor = page.cursor;
    } while (cursor !== undefined);
    return [200, items];
  },
  "GET /days": async ({ at }) => [200, await indexes.byDay.query({ at: new Date(String(at)) }).toArray()],
  "GET /states": async ({ shop, state }) => {
    const open = isByShop ? indexes.byState.query({ shop }).where({ state }) : indexes.byState.query({ state });
    return [200, (await open.toArray()).filter((job) => job["shop"] === shop)];
  },
  "POST /jobs": async (job) => {
    await jobs.insert({ ...keyOf(job), state: "open", n: 0 });
    return [201];
  },
  "POST /add": async (job) => {
    await jobs.modify(keyOf(job), ({ n }) => ({ set: { n: Number(n) + 1 } }));
    return [200];
  },
  "DELETE /jobs": async (job) => [(await jobs.delete(keyOf(job), { ifMatch: "*" })) ? 200 : 404],
};

async function respond(request: IncomingMessage): Promise<readonly [status: number, body?: unknown]> {
  const url = new URL(request.url ?? "", "http://localhost");
  const route = routes[`${request.method} ${url.pathname}`];
  if (route === undefined) return [501];
  try {
    return await route(
      request.method === "GET" ? Object.fromEntries(url.searchParams) : ((await json(request)) as Job),
    );
  } catch (error) {
    if (isTableError(error, "entity.not-found")) return [404];
    const { code, message } = error as { readonly code?: string; readonly message: string };
    return [500, { code, message }];
  }
}

const server = createServer(async (request, response) => {
  const [status, body = null] = await respond(request);
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`);
});
process.once("SIGTERM", () => {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
});
