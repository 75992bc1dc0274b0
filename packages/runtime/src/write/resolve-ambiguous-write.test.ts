import { describe, expect, it } from "vitest";
import type { EntityClient } from "../client/entity-client.js";
import { TableServiceClient } from "../client/table-service-client.js";
import type { HttpRequest } from "../http/http-message.js";
import { changesetResponse } from "../test/changeset-response.js";
import { recordedETag, recordingTransport, refusal, type StubResponse } from "../test/recording-transport.js";
import { OrderLine, type OrderLineTypes } from "../test/shop/order-line.gen.js";

const key = { customerId: "C1", orderNo: 1, lineNo: 2 };
const init = { ...key, sku: "A", quantity: 1 };
const ifMatch = 'W/"old"';

/** When a row was written, in milliseconds from the first attempt: within it, after it, long before it. */
const own = 0;
const later = 50;
const longAgo = -3_600_000;

/** The row as it is read back, one that holds what the writes below send. */
function row(change: object = {}, writtenAt = own, isDated = true): Step {
  const { partitionKey, rowKey } = OrderLine.key(key);
  return (firstAttempt) => {
    const Timestamp = new Date(firstAttempt + writtenAt).toISOString();
    const keys = { PartitionKey: partitionKey, RowKey: rowKey, Timestamp };
    const headers = isDated ? ["Date", new Date().toUTCString()] : [];
    return { status: 200, headers, body: { "odata.etag": recordedETag, ...keys, kind: "line", ...init, ...change } };
  };
}

const lost = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
const missing = refusal(404, "ResourceNotFound");
const conflict = refusal(409, "EntityAlreadyExists");
const overtaken = refusal(412, "UpdateConditionNotSatisfied");

type Step = StubResponse | Error | ((firstAttempt: number) => StubResponse);

function linesOver(...steps: Step[]) {
  let firstAttempt = 0;
  const transport = recordingTransport((_request: HttpRequest, index: number) => {
    firstAttempt ||= Date.now();
    const step = steps[index] ?? new Error("an unexpected request");
    if (step instanceof Error) throw step;
    return typeof step === "function" ? step(firstAttempt) : step;
  });
  const retry = { maxAttempts: 2, baseDelayMs: 0 };
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry });
  return { transport, service, lines: service.entities(OrderLine) };
}

type Write = (lines: EntityClient<OrderLineTypes>) => Promise<unknown>;
const insert: Write = (lines) => lines.insert(init);
const merge: Write = (lines) => lines.merge(key, { sku: "A" }, { ifMatch });
const replace: Write = (lines) => lines.replace(init, { ifMatch });
const remove: Write = (lines) => lines.delete(key, { ifMatch });
const written = { $etag: recordedETag };
const unknown = { code: "write.outcome-unknown", outcome: "unknown" };
const exists = { code: "entity.already-exists", outcome: undefined };
const changed = { code: "entity.condition-not-met", outcome: undefined };

describe("a write that got no usable answer and whose retry was refused", () => {
  it.each<[string, Write, Step[], object]>([
    ["insert: the row is what was sent", insert, [lost, conflict, row()], written],
    [
      "insert: the service sent 500 and had inserted",
      insert,
      [refusal(500, "InternalError"), conflict, row()],
      written,
    ],
    [
      "insert: the row is what was sent, but was written between the attempts",
      insert,
      [lost, conflict, row({}, later)],
      unknown,
    ],
    ["insert: the row is as old as the hills", insert, [lost, conflict, row({}, longAgo)], exists],
    ["insert: the row was written meanwhile, and differs", insert, [lost, conflict, row({ sku: "B" })], unknown],
    [
      "insert: the table is missing",
      insert,
      [lost, refusal(404, "TableNotFound")],
      { code: "table.not-found", outcome: undefined },
    ],
    ["insert: the row holds more than was sent", insert, [lost, conflict, row({ more: 1 })], unknown],
    ["insert: the row is gone", insert, [lost, conflict, missing], unknown],
    ["merge: the row holds what was sent", merge, [lost, overtaken, row({ more: 1 })], written],
    ["merge: the row differs", merge, [lost, overtaken, row({ sku: "B" })], unknown],
    ["merge: the row was not written since", merge, [lost, overtaken, row({ sku: "B" }, longAgo)], changed],
    ["merge: the row has the ETag that was sent", merge, [lost, overtaken, row({ "odata.etag": ifMatch })], changed],
    ["merge: the row is missing, and may have been deleted", merge, [lost, missing], unknown],
    ["replace: the row is missing, and may have been deleted", replace, [lost, missing], unknown],
    ["replace: the row is what was sent", replace, [lost, overtaken, row()], written],
    ["replace: the row holds more than was sent", replace, [lost, overtaken, row({ more: 1 })], unknown],
    ["delete: the row is gone", remove, [lost, missing], { result: true }],
    ["delete: the row was not written since", remove, [lost, overtaken, row({}, longAgo)], changed],
    ["delete: the row was written meanwhile", remove, [lost, overtaken, row()], unknown],
    ["delete: the row is gone by the time it is read", remove, [lost, overtaken, missing], { result: true }],
    ["the row cannot be read back", insert, [lost, conflict, lost, lost], unknown],
  ])("%s", async (_, write, steps, expected) => {
    const { lines, transport } = linesOver(...steps);
    const outcome = await write(lines).catch((error) => error);
    expect(outcome === true ? { result: true } : outcome).toMatchObject(expected);
    expect(transport.requests).toHaveLength(steps.length);
  });

  it.each<[string, StubResponse]>([
    ["a page with status 200", { status: 200, headers: [], body: "<html></html>" }],
    ["a page with status 404", { status: 404, headers: [], body: "<html></html>" }],
    ["another row", { status: 200, headers: [], body: { PartitionKey: "p", RowKey: "r", "odata.etag": recordedETag } }],
    ["status 503", refusal(503, "ServerBusy")],
  ])("is read back again where the first answer is %s", async (_, answer) => {
    const { lines, transport } = linesOver(lost, conflict, answer, row());
    expect(await insert(lines)).toEqual(written);
    expect(transport.requests).toHaveLength(4);
  });

  it("stays unknown where no answer has a date", async () => {
    for (const writtenAt of [own, longAgo]) {
      await expect(insert(linesOver(lost, conflict, row({}, writtenAt, false)).lines)).rejects.toMatchObject(unknown);
    }
  });

  it("says in plain words what is unknown, what was seen and what to do", async () => {
    await expect(merge(linesOver(lost, missing).lines)).rejects.toThrow(
      /^The outcome of the write is unknown: .* the row does not exist\. Read the row before you write again. .*merge of OrderLine/,
    );
  });
});

describe("a write that is not ambiguous", () => {
  it.each<[string, Step[], object]>([
    ["whose first answer is a refusal", [conflict], exists],
    ["that never left", [Object.assign(new Error("refused"), { code: "ECONNREFUSED" }), conflict], exists],
    ["that was throttled", [refusal(429, "TooManyRequests"), conflict], exists],
    ["whose retry succeeded", [lost, {}], written],
  ])("%s is not read back", async (_, steps, expected) => {
    const { lines, transport } = linesOver(...steps);
    expect(await insert(lines).catch((error) => error)).toMatchObject(expected);
    expect(transport.requests).toHaveLength(steps.length);
  });
});

describe("a write whose answer cannot be used", () => {
  const page: StubResponse = { status: 200, headers: ["Content-Type", "text/html"], body: "<html>Sign in</html>" };
  const unusable: [string, StubResponse][] = [
    ["a page with status 200", page],
    ["an empty object with status 200", { status: 200, headers: [], body: "{}" }],
    ["an empty object with status 201", { status: 201, headers: [], body: "{}" }],
    ["a redirect", { status: 302, headers: ["Location", "https://login.example/"] }],
    ["a 204 without an ETag", { status: 204, headers: [] }],
    ["status 520 of something on the way", { status: 520, headers: [], body: "<html></html>" }],
    ["a page with status 404", { status: 404, headers: [], body: "<html>Not found</html>" }],
    ["a page with status 403", { status: 403, headers: [], body: "<html>Forbidden</html>" }],
    ["nothing with status 400", { status: 400, headers: [] }],
  ];

  it.each(unusable)("is sent again: %s", async (_, response) => {
    const { lines, transport } = linesOver(response, {});
    expect(await insert(lines)).toEqual(written);
    expect(transport.requests).toHaveLength(2);
  });

  it.each(unusable)("may have been applied: %s", async (_, response) => {
    expect(await insert(linesOver(response, conflict, row()).lines)).toEqual(written);
    await expect(insert(linesOver(response, conflict, row({ sku: "B" })).lines)).rejects.toMatchObject(unknown);
    await expect(insert(linesOver(response, response, missing).lines)).rejects.toMatchObject({ outcome: "unknown" });
  });

  it("and that no retry follows is never a certain failure", async () => {
    const code = "response.malformed";
    await expect(insert(linesOver(page, page, row({}, later)).lines)).rejects.toMatchObject({
      code,
      outcome: "unknown",
    });
    expect(await insert(linesOver(page, page, row()).lines)).toEqual(written);
    const removed: StubResponse = { status: 200, headers: [] };
    expect(await remove(linesOver(removed, removed, missing).lines)).toBe(true);
  });
});

describe("a write without any answer", () => {
  it.each<[Step, string]>([
    [lost, "request.failed"],
    [refusal(500, "OperationTimedOut"), "service.timeout"],
  ])("says that its outcome is unknown", async (step, code) => {
    await expect(insert(linesOver(step, step).lines)).rejects.toMatchObject({ code, outcome: "unknown" });
  });

  it("that reads says nothing of the kind", async () => {
    await expect(linesOver(lost, lost).lines.get(key)).rejects.toMatchObject({
      code: "request.failed",
      outcome: undefined,
    });
  });
});

describe("a transaction that got no usable answer and whose retry was refused", () => {
  const failed = (status: string, code: string) =>
    changesetResponse(
      `HTTP/1.1 ${status}\r\n\r\n${JSON.stringify({ "odata.error": { code, message: { lang: "en", value: "0:Refused." } } })}\r\n`,
    );
  const exists = failed("409 Conflict", "EntityAlreadyExists");
  const gone = failed("404 Not Found", "ResourceNotFound");
  const third = OrderLine.key({ ...init, lineNo: 3 }).rowKey;
  const run = (...steps: Step[]) => {
    const { service, transport } = linesOver(...steps);
    const { customerId, ...rest } = init;
    const sent = service.transaction(OrderLine.partition({ customerId }), (tx) => {
      tx.insert(OrderLine, rest);
      tx.delete(OrderLine, { ...rest, lineNo: 3 }, { ifMatch: "*" });
    });
    return { sent, transport };
  };

  it("was applied where a row that it wrote is there", async () => {
    const { sent, transport } = run(lost, exists, row(), missing);
    expect(await sent).toEqual([{ $etag: recordedETag }, { $etag: undefined }]);
    expect(transport.requests).toHaveLength(4);
  });

  it("was not applied where one of its rows was not written since", async () => {
    await expect(run(lost, exists, row({}, longAgo), missing).sent).rejects.toMatchObject({
      name: "TransactionError",
      code: "entity.already-exists",
      index: 0,
      outcome: undefined,
    });
    await expect(run(lost, gone, missing, row({ RowKey: third }, longAgo)).sent).rejects.toMatchObject({
      code: "entity.not-found",
      outcome: undefined,
    });
  });

  it("is an error that says so where no row tells", async () => {
    const told = { name: "TransactionError", code: "write.outcome-unknown", outcome: "unknown" };
    await expect(run(lost, exists, row({ sku: "B" }), missing).sent).rejects.toMatchObject(told);
    await expect(run(lost, exists, row({}, later), missing).sent).rejects.toMatchObject(told);
    await expect(run(lost, exists, missing, missing).sent, "an insert is missing").rejects.toMatchObject(told);
    await expect(run(lost, exists, row(), row()).sent, "a deleted row is there").rejects.toMatchObject(told);
    await expect(run(lost, exists, lost, lost, lost, lost).sent).rejects.toMatchObject(told);
  });

  it.each<[string, StubResponse]>([
    ["a page", { status: 202, headers: ["Content-Type", "text/html"], body: "<html></html>" }],
    ["too few parts", changesetResponse(`HTTP/1.1 204 No Content\r\nETag: ${recordedETag}\r\n\r\n`)],
    ["no ETags", changesetResponse(...Array(2).fill("HTTP/1.1 204 No Content\r\n\r\n"))],
    ["a part with status 503", failed("503 Busy", "ServerBusy")],
  ])("is ambiguous where its answer is %s", async (_, response) => {
    const applied = [{ $etag: recordedETag }, { $etag: undefined }];
    const both = changesetResponse(
      `HTTP/1.1 204 No Content\r\nETag: ${recordedETag}\r\n\r\n`,
      "HTTP/1.1 204 No Content\r\n\r\n",
    );
    expect(await run(response, both).sent).toEqual(applied);
    expect(await run(response, exists, row(), missing).sent).toEqual(applied);
    await expect(run(response, exists, missing, missing).sent).rejects.toMatchObject({ outcome: "unknown" });
    await expect(run(response, response, missing, missing).sent).rejects.toMatchObject({ outcome: "unknown" });
  });

  it("of a missing table is no success and no riddle", async () => {
    await expect(run(lost, refusal(404, "TableNotFound")).sent).rejects.toMatchObject({
      code: "table.not-found",
      outcome: undefined,
    });
  });

  it("of deletes alone was applied where all rows are gone", async () => {
    const { service } = linesOver(lost, gone, missing, missing);
    const results = await service.transaction(OrderLine.partition({ customerId: "C1" }), (tx) => {
      for (const lineNo of [1, 2]) tx.delete(OrderLine, { orderNo: 1, lineNo }, { ifMatch: "*" });
    });
    expect(results).toEqual([{ $etag: undefined }, { $etag: undefined }]);
  });

  it("and whose answers break off is read back too", async () => {
    const whole = changesetResponse(`HTTP/1.1 204 No Content\r\nETag: ${recordedETag}\r\n\r\n`);
    const truncated = { ...whole, body: String(whole.body).slice(0, -30) };
    expect(await run(truncated, truncated, row(), missing).sent).toEqual([
      { $etag: recordedETag },
      { $etag: undefined },
    ]);
    await expect(run(truncated, truncated, row({ sku: "B" }), missing).sent).rejects.toMatchObject({
      name: "TransactionError",
      code: "response.malformed",
      outcome: "unknown",
    });
  });
});
