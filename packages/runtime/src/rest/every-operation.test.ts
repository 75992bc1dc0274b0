import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  getAccessPolicies,
  getServiceProperties,
  getServiceStats,
  getUserDelegationKey,
  setAccessPolicies,
  setServiceProperties,
} from "../admin.js";
import { TableServiceClient } from "../client/table-service-client.js";
import { readLines } from "../query/read-payloads.js";
import { errorResponse, recordedETag, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { OrderLine } from "../test/shop/index.js";
import { changesetResponse } from "../test/transaction-response.js";
import type { Operation } from "./connection.js";

type Call = (service: TableServiceClient) => Promise<unknown>;

/** Error response to a retry, after an attempt without a response. */
type Refusal = readonly [status: number, serviceCode: string];

/** Expected behaviour of one REST operation, stated without reference to the implementation. */
interface Facts {
  readonly call: Call;
  readonly method: string;
  readonly readOnly: boolean;
  /** Host with `readFrom: "secondary"`; `always secondary` also without that option. */
  readonly host: "primary" | "secondary" | "always secondary";
  /** Errors of a retry that show that the attempt before it was applied. The call succeeds. */
  readonly ownSuccess: readonly Refusal[];
  /** Errors that do not show who wrote or deleted the row. */
  readonly unknown: readonly Refusal[];
}

const key = { customerId: "C1", orderNo: 1, lineNo: 2 };
const line = { ...key, sku: "A", quantity: 1 };
const ifMatch = 'W/"old"';
const id = OrderLine.key(key);
const row = { PartitionKey: id.partitionKey, RowKey: id.rowKey, kind: "line", ...line };

const read = { method: "GET", readOnly: true, host: "secondary", ownSuccess: [], unknown: [] } as const;
const write = { readOnly: false, host: "primary", ownSuccess: [], unknown: [] } as const;
const overtaken = [412, "UpdateConditionNotSatisfied"] as const;
const missing = [404, "ResourceNotFound"] as const;
const noTable = [404, "TableNotFound"] as const;

/** Operations of the REST reference, by name. */
const operations: Readonly<Record<string, Facts>> = {
  queryTables: { ...read, call: (service) => service.tables.exists("Shop") },
  createTable: {
    ...write,
    method: "POST",
    call: (service) => service.tables.create("Shop"),
    ownSuccess: [[409, "TableAlreadyExists"]],
  },
  deleteTable: {
    ...write,
    method: "DELETE",
    call: (service) => service.tables.delete("Shop"),
    ownSuccess: [missing, [409, "TableBeingDeleted"]],
  },
  getAccessPolicies: { ...read, call: (service) => getAccessPolicies(service, "Shop") },
  setAccessPolicies: { ...write, method: "PUT", call: (service) => setAccessPolicies(service, "Shop", []) },
  getServiceProperties: { ...read, call: (service) => getServiceProperties(service) },
  setServiceProperties: { ...write, method: "PUT", call: (service) => setServiceProperties(service, { cors: [] }) },
  getServiceStats: { ...read, host: "always secondary", call: (service) => getServiceStats(service) },
  getUserDelegationKey: {
    ...read,
    method: "POST",
    host: "primary",
    call: (service) => getUserDelegationKey(service, { startsOn: new Date(0), expiresOn: new Date(1000) }),
  },
  getEntity: { ...read, call: (service) => service.entities(OrderLine).get(key) },
  queryEntities: { ...read, call: (service) => service.entities(OrderLine).query({ customerId: "C1" }).toArray() },
  insertEntity: {
    ...write,
    method: "POST",
    call: (service) => service.entities(OrderLine).insert(line),
    ownSuccess: [[409, "EntityAlreadyExists"]],
    unknown: [noTable],
  },
  insertOrMergeEntity: {
    ...write,
    method: "PATCH",
    call: (service) => service.entities(OrderLine).insertOrMerge(line),
    unknown: [noTable],
  },
  insertOrReplaceEntity: {
    ...write,
    method: "PUT",
    call: (service) => service.entities(OrderLine).insertOrReplace(line),
    unknown: [noTable],
  },
  mergeEntity: {
    ...write,
    method: "PATCH",
    call: (service) => service.entities(OrderLine).merge(key, { sku: "A" }, { ifMatch }),
    ownSuccess: [overtaken],
    unknown: [missing, noTable],
  },
  updateEntity: {
    ...write,
    method: "PUT",
    call: (service) => service.entities(OrderLine).replace(line, { ifMatch }),
    ownSuccess: [overtaken],
    unknown: [missing, noTable],
  },
  deleteEntity: {
    ...write,
    method: "DELETE",
    call: (service) => service.entities(OrderLine).delete(key, { ifMatch }),
    ownSuccess: [missing],
    unknown: [noTable],
  },
  submitTransaction: {
    ...write,
    method: "POST",
    call: (service) => {
      const { customerId, ...inPartition } = line;
      return service.transaction(OrderLine.partition({ customerId }), (tx) => tx.insert(OrderLine, inPartition));
    },
    ownSuccess: [[409, "EntityAlreadyExists"]],
    unknown: [missing, noTable],
  },
};

/** Operations, and another form of a query, each with a title. */
const forms: readonly (readonly [title: string, name: string, facts: Facts])[] = [
  ...Object.entries(operations).map(([name, facts]) => [name, name, facts] as const),
  [
    "queryEntities, as lines",
    "queryEntities",
    { ...read, call: (service) => readLines(service.table("Shop").query("C1")) },
  ],
];

/** Reads that a write depends on. The secondary could return a row, or an ETag, that is out of date. */
const readsOfWrites: Readonly<Record<string, readonly [operation: string, call: Call]>> = {
  modify: ["getEntity", (service) => service.entities(OrderLine).modify(key, () => ({ set: { sku: "B" } }))],
  deletePartition: ["queryEntities", (service) => service.deletePartition(OrderLine.partition({ customerId: "C1" }))],
};

/** Time when the last attempt without a response arrived. */
let lostAt = 0;

function lost(): Error {
  lostAt = Date.now();
  return Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
}

/**
 * Creates a service with a secondary.
 * @param response response to the n-th request of an operation
 */
function serviceWith(response: (operation: string, index: number) => StubResponse | Error, options: object = {}) {
  const counts = new Map<string, number>();
  const transport = recordingTransport((request) => {
    const operation = request.context?.operation ?? "";
    const index = counts.get(operation) ?? 0;
    counts.set(operation, index + 1);
    const given = response(operation, index);
    if (given instanceof Error) throw given;
    return given;
  });
  const service = TableServiceClient.fromConnectionString(
    "UseDevelopmentStorage=true;TableSecondaryEndpoint=http://127.0.0.1:10002/devstoreaccount1-secondary",
    { transport, retry: { maxAttempts: 2, baseDelayMs: 0 }, ...options },
  );
  const requestsOf = (name: string) => transport.requests.filter(({ context }) => context?.operation === name);
  return { service, requestsOf };
}

const isSecondary = (url: string | undefined) => url?.includes("devstoreaccount1-secondary") === true;
const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
const refusalOf = ([status, code]: Refusal) => errorResponse(status, code);

/** Returns the row that the attempt without a response wrote. It has the values that the calls above send. */
function currentRow(): StubResponse {
  const body = { "odata.etag": recordedETag, Timestamp: new Date(lostAt).toISOString(), ...row };
  return { status: 200, headers: ["Date", new Date().toUTCString()], body };
}

/** Returns an error response as the operation receives it: for a transaction, inside of the batch response. */
function refused(name: string, [status, code]: Refusal): StubResponse {
  if (name !== "submitTransaction") return errorResponse(status, code);
  const error = { "odata.error": { code, message: { lang: "en-US", value: "0:Refused." } } };
  return changesetResponse(`HTTP/1.1 ${status} Refused\r\n\r\n${JSON.stringify(error)}\r\n`);
}

const isOperation = (value: unknown): value is Operation<never, unknown, unknown> =>
  typeof value === "object" && value !== null && "request" in value && "parse" in value && "readOnly" in value;

const files = ["../rest", "../admin"].flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => `${folder}/${file}`),
);
const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ file) as Promise<object>));
const written = modules.flatMap((module) => Object.values(module) as unknown[]).filter(isOperation);

describe("the table of operations", () => {
  it("has a row for each operation of `rest` and `admin`, and no other", () => {
    expect([...new Set(written.map(({ name }) => name))].sort()).toEqual(Object.keys(operations).sort());
  });

  it.each(written)("$name reads or writes as its row says", ({ name, readOnly }) => {
    expect(readOnly).toBe(operations[name]?.readOnly);
  });
});

describe.each(forms)("%s", (_, name, facts) => {
  const { call, method, readOnly, host, ownSuccess, unknown } = facts;

  it("has its method, and says whether it reads", async () => {
    const { service, requestsOf } = serviceWith(() => errorResponse(400, "InvalidInput"));
    await errorOf(call(service));
    expect(requestsOf(name)).toMatchObject([{ method, context: { readOnly } }]);
  });

  it("is named by the error of its refusal, with its table", async () => {
    const { service, requestsOf } = serviceWith(() => errorResponse(400, "InvalidInput"));
    const error = await errorOf(call(service));
    const { table } = requestsOf(name)[0]?.context ?? {};
    const about = table === undefined ? name : `${name} on table ${table}`;
    expect(error).toMatchObject({ status: 400, operation: name, table, message: expect.stringContaining(about) });
    expect(table).toBe(/Service|queryTables|UserDelegation/.test(name) ? undefined : "Shop");
  });

  it("goes to the host that it may go to", async () => {
    const asked = serviceWith(() => errorResponse(400, "InvalidInput"), { readFrom: "secondary" });
    await errorOf(call(asked.service));
    expect(isSecondary(asked.requestsOf(name)[0]?.url)).toBe(host !== "primary");
    const unasked = serviceWith(() => errorResponse(400, "InvalidInput"));
    await errorOf(call(unasked.service));
    expect(isSecondary(unasked.requestsOf(name)[0]?.url)).toBe(host === "always secondary");
  });

  it("is repeated after an attempt without an answer, and a write is in doubt from then on", async () => {
    const { service, requestsOf } = serviceWith((_, index) =>
      index === 0 ? lost() : errorResponse(403, "AuthorizationFailure"),
    );
    const outcome = readOnly ? undefined : "unknown";
    expect(await errorOf(call(service))).toMatchObject({ code: "auth.forbidden", ambiguous: !readOnly, outcome });
    expect(requestsOf(name)).toHaveLength(2);
  });

  it.each(ownSuccess)("takes a repetition's %i %s for its own success", async (...echo) => {
    const repeated = (operation: string, index: number) =>
      index === 0 ? lost() : operation === name ? refused(name, echo) : currentRow();
    expect(await errorOf(call(serviceWith(repeated).service))).toBeUndefined();
  });

  it.each(ownSuccess)("does not take a first %i %s for its own success", async (...conflict) => {
    const { service, requestsOf } = serviceWith(() => refused(name, conflict));
    const result = await call(service).catch((error: unknown) => error);
    if (result !== false) expect(result).toMatchObject({ serviceCode: conflict[1], outcome: undefined });
    expect(requestsOf(name)).toHaveLength(1);
  });

  it.each(unknown)("cannot tell what a repetition's %i %s means", async (...refusedWith) => {
    const { service } = serviceWith((operation, index) =>
      index === 0 ? lost() : operation === name ? refused(name, refusedWith) : refusalOf(missing),
    );
    expect(await errorOf(call(service))).toMatchObject({ code: "write.outcome-unknown", outcome: "unknown" });
  });
});

describe("a read that a write goes by", () => {
  it.each(Object.entries(readsOfWrites))("of %s is sent to the primary", async (_, [operation, call]) => {
    const { service, requestsOf } = serviceWith(() => errorResponse(400, "InvalidInput"), { readFrom: "secondary" });
    await errorOf(call(service));
    expect(requestsOf(operation)).toMatchObject([{ context: { readOnly: true, primaryOnly: true } }]);
    expect(isSecondary(requestsOf(operation)[0]?.url)).toBe(false);
  });

  it("that resolves a write in doubt is sent to the primary", async () => {
    const responses = (operation: string, index: number) =>
      operation === "getEntity" ? currentRow() : index === 0 ? lost() : errorResponse(409, "EntityAlreadyExists");
    const { service, requestsOf } = serviceWith(responses, { readFrom: "secondary" });
    await service.entities(OrderLine).insert(line);
    expect(requestsOf("getEntity")).toMatchObject([{ context: { readOnly: true, primaryOnly: true } }]);
    expect(isSecondary(requestsOf("getEntity")[0]?.url)).toBe(false);
  });
});
