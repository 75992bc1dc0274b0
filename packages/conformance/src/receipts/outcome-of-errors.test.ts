import { isOutcomeUnknown, isTableError, type TableError, TableServiceClient } from "@tablewright/runtime";
import { createTableService, type FaultRule } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { OrderLine } from "../../../runtime/src/test/shop/index.js";

const mayBeApplied = "The write may have been applied.";
const key = { customerId: "C1", orderNo: 1, lineNo: 1 };
const line = { ...key, sku: "A", quantity: 1 };

/** Faults after which a write may have been applied. */
const faults: Readonly<Record<string, FaultRule["fault"]>> = {
  throttled: { kind: "throttle" },
  "timed out": { kind: "timeout" },
  reset: { kind: "reset" },
  "answered by a proxy": { kind: "html" },
  hanging: { kind: "hang" },
};

type Call = (service: TableServiceClient, options: object) => PromiseLike<unknown>;

const calls: Readonly<Record<string, Call>> = {
  insert: (service, options) => service.entities(OrderLine).insert({ ...line, lineNo: 2 }, options),
  upsert: (service, options) => service.entities(OrderLine).insertOrReplace(line, options),
  merge: (service, options) => service.entities(OrderLine).merge(key, { sku: "B" }, { ifMatch: "*", ...options }),
  delete: (service, options) => service.entities(OrderLine).delete(key, { ifMatch: "*", ...options }),
  modify: (service, options) => service.entities(OrderLine).modify(key, () => ({ set: { sku: "B" } }), options),
  transaction: (service, options) =>
    service.transaction(OrderLine.partition(key), (tx) => tx.insertOrReplace(OrderLine, line), options),
  bulk: (service, options) => service.entities(OrderLine).bulk([{ insertOrReplace: line }], options),
  deleteWhere: (service, options) => {
    const lines = service.entities(OrderLine);
    return lines.deleteWhere(lines.query(key), { max: 9, ...options });
  },
};

async function open() {
  const tables = createTableService();
  const service = TableServiceClient.fromConnectionString(tables.connectionString, {
    transport: tables,
    attemptTimeoutMs: 20,
    retry: { maxAttempts: 2, baseDelayMs: 1, maxDelayMs: 2 },
  });
  await service.createTables([OrderLine]);
  await service.entities(OrderLine).insert(line);
  return { tables, service };
}

async function failureOf(call: PromiseLike<unknown>): Promise<TableError> {
  const error = await Promise.resolve(call).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (isTableError(error)) return error;
  throw new Error("The call did not fail.", { cause: error });
}

const writes = ["insert", "insertOrMerge", "insertOrReplace", "merge", "replace", "delete", "transaction"] as const;

describe.each(Object.entries(calls))("%s", (name, call) => {
  // A bulk waits for a service that throttles, up to some minutes.
  const waits = name === "bulk" || name === "deleteWhere";
  it.each(Object.entries(faults).filter(([fault]) => !waits || fault !== "throttled"))(
    "tells that its outcome is unknown if it is %s",
    async (_, fault) => {
      const { tables, service } = await open();
      tables.faults.add({ operation: writes, fault });
      const error = await failureOf(call(service, {}));
      expect(isOutcomeUnknown(error)).toBe(true);
      expect(error.outcome).toBe("unknown");
      expect(error.message.split(mayBeApplied)).toHaveLength(2);
    },
  );

  it.each(["once", undefined])("is request.aborted with its outcome, exactly: %s", async (exactly) => {
    const { tables, service } = await open();
    const abort = new AbortController();
    const held = tables.faults.add({ operation: writes, fault: { kind: "hang" } });
    const failed = failureOf(call(service, { signal: abort.signal, exactly }));
    while (held.seen === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    abort.abort();
    const error = await failed;
    expect([error.code, isOutcomeUnknown(error)]).toEqual([
      error.code === "bulk.failed" ? "bulk.failed" : "request.aborted",
      true,
    ]);
    expect(error.message).toContain(mayBeApplied);
  });
});

it("an abort while the outcome of a write is determined is request.aborted", async () => {
  const { tables, service } = await open();
  const abort = new AbortController();
  tables.faults.add({ operation: "transaction", fault: { kind: "reset" } });
  const reads = tables.faults.add({ operation: "get", fault: { kind: "hang" } });
  const options = { ifMatch: "*", exactly: "once", signal: abort.signal } as const;
  const failed = failureOf(service.entities(OrderLine).merge(key, { sku: "B" }, options));
  while (reads.seen < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  abort.abort();
  expect(await failed).toMatchObject({ code: "request.aborted", outcome: "unknown" });
});

it("a definite error has no outcome, and does not say that the write may have been applied", async () => {
  const { service } = await open();
  const error = await failureOf(service.entities(OrderLine).insert(line));
  expect([error.code, error.outcome, isOutcomeUnknown(error)]).toEqual(["entity.already-exists", undefined, false]);
  expect(error.message).not.toContain("may have been");
  expect([isOutcomeUnknown(undefined), isOutcomeUnknown(new Error("x"))]).toEqual([false, false]);
});
