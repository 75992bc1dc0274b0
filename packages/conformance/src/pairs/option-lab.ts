import { type HttpRequest, isTableError, TableServiceClient, type Transport } from "@tablewright/runtime";
import { createTableService, type TableService } from "@tablewright/testing";
import { compileEntities } from "../key-shapes/compile-entities.js";

const { classes = [] } = compileEntities([
  `export const Plain = entity({
    table: "Things", kind: "plain",
    properties: { part: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), note: edm.string().optional() },
    partitionKey: (k) => ["p", k.part], rowKey: (k) => ["r", k.id],
  });`,
  `export const Rich = entity({
    table: "Things", kind: "rich",
    properties: { part: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), note: edm.string().optional(), owner: edm.string({ readOnly: true }), team: edm.string({ maxLength: 20 }), score: edm.int32({ min: 0 }), expiresAt: edm.dateTime().optional() },
    partitionKey: (k) => ["p", k.part], rowKey: (k) => ["t", k.id], ttl: (k) => k.expiresAt,
    indexes: {
      byTeam: { rowKey: (k) => ["team", k.team] },
      byScore: { table: "Board", partitionKey: () => ["all"], rowKey: (k) => [k.score.pad(4)] },
    },
  });`,
  `export const Sharded = entity({
    table: "Shards", properties: { id: edm.string({ maxLength: 20 }) },
    partitionKey: (k) => [k.id.shard(4)], rowKey: (k) => [k.id],
  });`,
]);
export const [Plain, Rich, Sharded] = classes as unknown as [never, never, never];

/** Clients without the types that only generated code has. */
// biome-ignore lint/suspicious/noExplicitAny: the classes are known only at run time
export type Any = any;

export const key = { part: "a", id: "1" };
export const plain = { ...key, note: "n" };
export const rich = { ...key, note: "n", owner: "o", team: "red", score: 1 };
const gone = { ...rich, id: "gone", expiresAt: new Date("2020-01-01T00:00:00Z") };
/**
 * Fault that a request meets. `busy`: the service refuses it for want of capacity. `lost`: it is performed, and its response is lost.
 * `slow`: it gets no response.
 */
export type Fate = "busy" | "lost" | "slow";

/** Fates of requests, by their number, or as a function of the request. */
export type Fates = Readonly<Record<number, Fate>> | ((request: HttpRequest) => Fate | undefined);

/** Creates an account with rows, and a client whose requests meet these fates. */
export function openAccount(fates: Fates, onRequest?: (nth: number, request: HttpRequest) => void) {
  const tables = createTableService({ tables: { Things: [], Board: [], Shards: [] } });
  const ready = seed(tables);
  let count = 0;
  let hanging = 0;
  const transport: Transport = async (request) => {
    const nth = ++count;
    onRequest?.(nth, request);
    const fate = typeof fates === "function" ? fates(request) : fates[nth];
    if (fate === "busy") return busy;
    if (fate === "slow")
      return new Promise((_, reject) => {
        const { signal } = request;
        hanging++;
        const abort = () => {
          hanging--;
          reject(signal?.reason ?? new Error("aborted"));
        };
        if (signal?.aborted) abort();
        else signal?.addEventListener("abort", abort);
      });
    const { signal: _, ...sent } = request;
    const response = await tables(sent as never);
    if (fate === "lost") throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    return response;
  };
  const service = TableServiceClient.fromConnectionString(tables.connectionString, {
    transport,
    retry: { baseDelayMs: 0, maxDelayMs: 0 },
  });
  return { tables, service, ready, sent: () => count, hanging: () => hanging };
}

/** Refusal of the service for want of capacity. */
export const busy = {
  status: 503,
  headers: ["x-ms-request-id", "busy", "x-ms-version", "2019-02-02"],
  body: new Uint8Array(),
} as const;

async function seed(tables: TableService): Promise<void> {
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  const [plains, riches, shards] = [Plain, Rich, Sharded].map((each) => service.entities(each as never) as Any);
  for (const id of ["1", "2"]) {
    await plains.insert({ ...plain, id });
    await riches.insert({ ...rich, id });
  }
  await riches.insert(gone);
  for (const id of ["a", "b", "c", "d"]) await shards.insert({ id });
}

/** Returns the code of a call's error, or `ok`. */
export const codeOf = (call: PromiseLike<unknown>): Promise<string> =>
  Promise.resolve(call).then(
    () => "ok",
    (error: unknown) => (isTableError(error) ? error.code : String(error)),
  );
