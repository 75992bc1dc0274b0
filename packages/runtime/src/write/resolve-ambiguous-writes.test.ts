import { describe, expect, it } from "vitest";
import type { EntityClient } from "../client/entity-client.js";
import { TableServiceClient } from "../client/table-service-client.js";
import type { HttpRequest } from "../http/http-message.js";
import { changesetResponse } from "../test/changeset-response.js";
import { recordedETag, recordingTransport, refusal, type StubResponse } from "../test/recording-transport.js";
import { OrderLine, type OrderLineTypes } from "../test/shop/index.js";

const key = { customerId: "C1", orderNo: 1, lineNo: 2 };
const init = { ...key, sku: "A", quantity: 1 };
const ifMatch = 'W/"old"';

/** When a row was written, in milliseconds from the first attempt: within it, long before it. */
const own = 0;
const longAgo = -3_600_000;
const minutesAgo = -600_000;

interface RowOptions {
  readonly writtenAt?: number;
  /** Milliseconds by which the `Date` of the response is ahead; undefined for a response without one. */
  readonly dateAhead?: number | undefined;
}

/** The row as it is read back, one that holds what the writes below send. */
function row(change: object = {}, { writtenAt = own, dateAhead = 0 }: RowOptions = {}): Step {
  const { partitionKey, rowKey } = OrderLine.key(key);
  return (firstAttempt) => {
    const Timestamp = new Date(firstAttempt + writtenAt).toISOString();
    const keys = { PartitionKey: partitionKey, RowKey: rowKey, Timestamp };
    const headers = ["Date", new Date(Date.now() + dateAhead).toUTCString()];
    return { status: 200, headers, body: { "odata.etag": recordedETag, ...keys, kind: "line", ...init, ...change } };
  };
}

const lost = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
const missing = refusal(404, "ResourceNotFound");
const conflict = refusal(409, "EntityAlreadyExists");
const overtaken = refusal(412, "UpdateConditionNotSatisfied");

type Step = StubResponse | Error | ((firstAttempt: number) => StubResponse);

/** What becomes of the requests that write, and of those that read, in their order. */
interface Steps {
  readonly writes: readonly Step[];
  readonly reads?: readonly Step[];
}

function linesOver({ writes, reads = [] }: Steps) {
  const left = { writes: [...writes], reads: [...reads] };
  let firstAttempt = 0;
  const transport = recordingTransport(({ method }: HttpRequest) => {
    firstAttempt ||= Date.now();
    const step = left[method === "GET" ? "reads" : "writes"].shift() ?? new Error(`an unexpected ${method}`);
    if (step instanceof Error) throw step;
    return typeof step === "function" ? step(firstAttempt) : step;
  });
  const retry = { maxAttempts: 2, baseDelayMs: 0 };
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry });
  return { transport, service, lines: service.entities(OrderLine), left };
}

/** The method of each request, and `fence` for one that changes nothing. */
function sequenceOf({ requests }: { readonly requests: readonly HttpRequest[] }): string {
  const isFence = ({ method, body }: HttpRequest) => method === "PATCH" && !String(body).includes("sku");
  return requests.map((request) => (isFence(request) ? "fence" : request.method)).join(" ");
}

type Write = (lines: EntityClient<OrderLineTypes>) => Promise<unknown>;
const insert: Write = (lines) => lines.insert(init);
const upsert: Write = (lines) => lines.insertOrReplace(init);
const merge: Write = (lines) => lines.merge(key, { sku: "A" }, { ifMatch });
const replace: Write = (lines) => lines.replace(init, { ifMatch });
const remove: Write = (lines) => lines.delete(key, { ifMatch });
const written = { $etag: recordedETag };
const unknown = { code: "write.outcome-unknown", outcome: "unknown" };
const exists = { code: "entity.already-exists", outcome: undefined };
const changed = { code: "entity.condition-not-met", outcome: undefined };
const unchanged = row({ "odata.etag": ifMatch, sku: "before" });
const other = row({ sku: "B" });

describe("a write that got no usable response", () => {
  it.each<[string, Write, Step, object]>([
    ["an insert", insert, row(), written],
    ["an upsert", upsert, row(), written],
    ["a merge", merge, row({ more: 1 }), written],
    ["a replace", replace, row(), written],
    ["a delete", remove, missing, { result: true }],
  ])(
    "is read back at once, and not sent again where the row is as it leaves it: %s",
    async (_, write, read, expected) => {
      const { lines, left } = linesOver({ writes: [lost], reads: [read] });
      const outcome = await write(lines);
      expect(outcome === true ? { result: true } : outcome).toMatchObject(expected);
      expect(left).toEqual({ writes: [], reads: [] });
    },
  );

  it.each<[string, Write, Step]>([
    ["the row is missing", insert, missing],
    ["the row is another's", upsert, other],
    ["the row has the ETag that was sent", merge, unchanged],
    ["the row is still there", remove, row()],
    ["the read fails", insert, lost],
    ["a page comes in place of the row", insert, { status: 200, headers: [], body: "<html></html>" }],
  ])("is sent again where %s", async (_, write, read) => {
    const { lines, transport } = linesOver({ writes: [lost, {}], reads: [read] });
    await write(lines);
    expect(transport.requests.map(({ method }) => method === "GET")).toEqual([false, true, false]);
  });

  it("is read back after the last attempt, too", async () => {
    const steps = { writes: [lost, lost], reads: [missing, row()] };
    expect(await insert(linesOver(steps).lines)).toEqual(written);
    const open = linesOver({ writes: [lost, lost], reads: [missing, other] });
    await expect(insert(open.lines)).rejects.toMatchObject({ code: "request.failed", outcome: "unknown" });
  });

  it("is not read back while the service asks to slow down", async () => {
    const { lines, transport } = linesOver({ writes: [refusal(503, "ServerBusy"), {}] });
    expect(await insert(lines)).toEqual(written);
    expect(transport.requests).toHaveLength(2);
  });
});

describe("a write that got no usable response and whose retry was refused", () => {
  it.each<[string, Write, Step[], Step, object]>([
    ["insert: the row is what was sent", insert, [lost, conflict], row(), written],
    ["insert: after a 500", insert, [refusal(500, "InternalError"), conflict], row(), written],
    ["insert: the row is old", insert, [lost, conflict], row({ sku: "B" }, { writtenAt: longAgo }), exists],
    [
      "insert: the row is old, and holds what was sent",
      insert,
      [lost, conflict],
      row({}, { writtenAt: longAgo }),
      exists,
    ],
    [
      "insert: the row is of minutes ago",
      insert,
      [lost, conflict],
      row({ sku: "B" }, { writtenAt: minutesAgo }),
      unknown,
    ],
    ["insert: the row differs", insert, [lost, conflict], other, unknown],
    ["insert: the row holds more than was sent", insert, [lost, conflict], row({ more: 1 }), unknown],
    ["insert: the row is gone", insert, [lost, conflict], missing, unknown],
    ["merge: the row holds what was sent", merge, [lost, overtaken], row({ more: 1 }), written],
    ["merge: the row differs", merge, [lost, overtaken], other, unknown],
    ["merge: the row is old", merge, [lost, overtaken], row({ sku: "B" }, { writtenAt: longAgo }), changed],
    ["replace: the row is what was sent", replace, [lost, overtaken], row(), written],
    ["replace: the row holds more than was sent", replace, [lost, overtaken], row({ more: 1 }), unknown],
    ["delete: the row is old", remove, [lost, overtaken], row({}, { writtenAt: longAgo }), changed],
    ["delete: the row was written meanwhile", remove, [lost, overtaken], row(), unknown],
    ["delete: the row is gone by the time it is read", remove, [lost, overtaken], missing, { result: true }],
  ])("%s", async (_, write, writes, read, expected) => {
    const { lines, left } = linesOver({ writes, reads: [lost, read] });
    const outcome = await write(lines).catch((error) => error);
    expect(outcome === true ? { result: true } : outcome).toMatchObject(expected);
    expect(left).toEqual({ writes: [], reads: [] });
  });

  it.each<[string, Write, Step]>([
    ["insert: the table is missing", insert, refusal(404, "TableNotFound")],
    ["merge: the row is missing, and may have been deleted", merge, missing],
    ["replace: the row is missing, and may have been deleted", replace, missing],
  ])("is unknown without another read: %s", async (_, write, step) => {
    await expect(write(linesOver({ writes: [lost, step], reads: [lost] }).lines)).rejects.toMatchObject(unknown);
  });

  it("is a success of a delete that finds no row", async () => {
    expect(await remove(linesOver({ writes: [lost, missing], reads: [lost] }).lines)).toBe(true);
  });

  it("is unknown where the row cannot be read back", async () => {
    const steps = { writes: [lost, conflict], reads: [lost, lost, lost] };
    await expect(insert(linesOver(steps).lines)).rejects.toMatchObject(unknown);
  });

  it.each<[string, StubResponse]>([
    ["a page with status 200", { status: 200, headers: [], body: "<html></html>" }],
    ["a page with status 404", { status: 404, headers: [], body: "<html></html>" }],
    ["another row", { status: 200, headers: [], body: { PartitionKey: "p", RowKey: "r", "odata.etag": recordedETag } }],
    ["status 503", refusal(503, "ServerBusy")],
  ])("is read back again where the first response is %s", async (_, response) => {
    const { lines, left } = linesOver({ writes: [lost, conflict], reads: [lost, response, row()] });
    expect(await insert(lines)).toEqual(written);
    expect(left.reads).toEqual([]);
  });

  it("is unknown where the row is as it leaves it, but was not right after the attempt: it may be another's", async () => {
    for (const read of [missing, other, row({ more: 1 })]) {
      const { lines } = linesOver({ writes: [lost, conflict], reads: [read, row()] });
      await expect(insert(lines)).rejects.toMatchObject(unknown);
    }
    const { lines } = linesOver({ writes: [lost, overtaken], reads: [unchanged, row()] });
    await expect(merge(lines)).rejects.toMatchObject(unknown);
  });

  it("is refused only once an attempt in flight can do no more: the ETag that was sent is replaced", async () => {
    const refused = linesOver({ writes: [lost, overtaken, {}], reads: [unchanged, unchanged] });
    await expect(merge(refused.lines)).rejects.toMatchObject({
      ...changed,
      message: expect.stringMatching(/Nothing was written, but the ETag of OrderLine .* is new/),
    });
    expect(sequenceOf(refused.transport)).toBe("PATCH GET PATCH GET fence");
    const [fence] = refused.transport.requests.slice(-1);
    expect(fence?.headers).toContain(ifMatch);
  });

  it("is judged by the row again where the fence is refused", async () => {
    const steps = (read: Step) => ({ writes: [lost, overtaken, overtaken], reads: [lost, unchanged, read] });
    expect(await merge(linesOver(steps(row())).lines)).toEqual(written);
    await expect(merge(linesOver(steps(other)).lines)).rejects.toMatchObject(unknown);
    await expect(merge(linesOver(steps(unchanged)).lines)).rejects.toMatchObject(unknown);
  });

  it("takes no Date as proof: one that is ahead changes nothing, one that is behind withholds a refusal", async () => {
    const outcome = (read: Step) =>
      insert(linesOver({ writes: [lost, conflict], reads: [lost, read] }).lines).catch((error) => error);
    for (const dateAhead of [2_000, 660_000, 3_600_000]) {
      expect(await outcome(row({}, { dateAhead }))).toEqual(written);
      expect(await outcome(row({ sku: "B" }, { dateAhead }))).toMatchObject(unknown);
    }
    expect(await outcome(row({ sku: "B" }, { writtenAt: -1_200_000, dateAhead: -3_600_000 }))).toMatchObject(unknown);
    expect(await outcome(row({ sku: "B" }, { writtenAt: -1_200_000, dateAhead: 3_600_000 }))).toMatchObject(exists);
  });

  it("says in plain words what is unknown, what was seen and what to do", async () => {
    await expect(merge(linesOver({ writes: [lost, missing], reads: [lost] }).lines)).rejects.toThrow(
      /^The outcome of the write is unknown: .* the row does not exist\. Read the row before you write again. .*merge of OrderLine/,
    );
  });
});

describe("a write that is not ambiguous", () => {
  it.each<[string, Step[], object]>([
    ["whose first response is a refusal", [conflict], exists],
    ["that never left", [Object.assign(new Error("refused"), { code: "ECONNREFUSED" }), conflict], exists],
    ["that was throttled", [refusal(429, "TooManyRequests"), conflict], exists],
  ])("%s is not read back", async (_, writes, expected) => {
    const { lines, transport } = linesOver({ writes });
    expect(await insert(lines).catch((error) => error)).toMatchObject(expected);
    expect(transport.requests).toHaveLength(writes.length);
  });
});

describe("a write whose response cannot be used", () => {
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
    const { lines, transport } = linesOver({ writes: [response, {}], reads: [missing] });
    expect(await insert(lines)).toEqual(written);
    expect(transport.requests).toHaveLength(3);
  });

  it.each(unusable)("may have been applied: %s", async (_, response) => {
    const told = (writes: Step[], reads: Step[]) => insert(linesOver({ writes, reads }).lines);
    expect(await told([response, conflict], [lost, row()])).toEqual(written);
    await expect(told([response, conflict], [missing, other])).rejects.toMatchObject(unknown);
    await expect(told([response, response], [missing, missing])).rejects.toMatchObject({ outcome: "unknown" });
  });

  it("and that no retry follows is never a certain failure", async () => {
    const code = "response.malformed";
    const pages = (read: Step) => insert(linesOver({ writes: [page, page], reads: [missing, read] }).lines);
    await expect(pages(other)).rejects.toMatchObject({ code, outcome: "unknown" });
    expect(await pages(row())).toEqual(written);
    const removed: StubResponse = { status: 200, headers: [] };
    expect(await remove(linesOver({ writes: [removed, removed], reads: [row(), missing] }).lines)).toBe(true);
  });
});

describe("a write without any response", () => {
  it.each<[Step, string]>([
    [lost, "request.failed"],
    [refusal(500, "OperationTimedOut"), "service.timeout"],
  ])("says that its outcome is unknown", async (step, code) => {
    await expect(insert(linesOver({ writes: [step, step], reads: [missing, missing] }).lines)).rejects.toMatchObject({
      code,
      outcome: "unknown",
    });
  });

  it("that reads says nothing of the kind", async () => {
    await expect(linesOver({ writes: [], reads: [lost, lost] }).lines.get(key)).rejects.toMatchObject({
      code: "request.failed",
      outcome: undefined,
    });
  });
});

describe("a transaction that got no usable response and whose retry was refused", () => {
  const failed = (status: string, code: string) =>
    changesetResponse(
      `HTTP/1.1 ${status}\r\n\r\n${JSON.stringify({ "odata.error": { code, message: { lang: "en", value: "0:Refused." } } })}\r\n`,
    );
  const exists = failed("409 Conflict", "EntityAlreadyExists");
  const gone = failed("404 Not Found", "ResourceNotFound");
  const third = OrderLine.key({ ...init, lineNo: 3 }).rowKey;
  const gap = refusal(500, "OperationTimedOut");
  const run = (writes: Step[], ...reads: Step[]) => {
    const { service, transport } = linesOver({ writes, reads });
    const { customerId, ...rest } = init;
    const sent = service.transaction(OrderLine.partition({ customerId }), (tx) => {
      tx.insert(OrderLine, rest);
      tx.delete(OrderLine, { ...rest, lineNo: 3 }, { ifMatch: "*" });
    });
    return { sent, transport };
  };
  const applied = [{ $etag: recordedETag }, { $etag: undefined }];

  it("was applied where every row is as it leaves it, which is read at once", async () => {
    const { sent, transport } = run([lost], row(), missing);
    expect(await sent).toEqual(applied);
    expect(transport.requests).toHaveLength(3);
  });

  it("is sent again as soon as one row shows that it was not applied", async () => {
    const both = changesetResponse(
      `HTTP/1.1 204 No Content\r\nETag: ${recordedETag}\r\n\r\n`,
      "HTTP/1.1 204 No Content\r\n\r\n",
    );
    const { sent, transport } = run([lost, both], missing);
    expect(await sent).toEqual(applied);
    expect(transport.requests).toHaveLength(3);
  });

  it("was applied where every row is as it leaves it by the time the retry is refused", async () => {
    expect(await run([lost, exists], gap, row(), missing).sent).toEqual(applied);
  });

  it("was not applied where one of its rows was written long before", async () => {
    const old = { writtenAt: longAgo };
    await expect(run([lost, exists], missing, row({}, old), row({ RowKey: third })).sent).rejects.toMatchObject({
      name: "TransactionError",
      code: "entity.already-exists",
      index: 0,
      outcome: undefined,
    });
    await expect(run([lost, gone], missing, missing, row({ RowKey: third }, old)).sent).rejects.toMatchObject({
      code: "entity.not-found",
      outcome: undefined,
    });
  });

  it("is refused once the ETag of a row that it has not changed is replaced", async () => {
    const { service, transport } = linesOver({
      writes: [lost, exists, {}],
      reads: [unchanged, unchanged, row({ RowKey: third, lineNo: 3, sku: "B" })],
    });
    const sent = service.transaction(OrderLine.partition({ customerId: "C1" }), (tx) => {
      tx.merge(OrderLine, { orderNo: 1, lineNo: 2 }, { sku: "A" }, { ifMatch });
      tx.insert(OrderLine, { orderNo: 1, lineNo: 3, sku: "A", quantity: 1 });
    });
    await expect(sent).rejects.toMatchObject({ code: "entity.already-exists", outcome: undefined });
    expect(sequenceOf(transport)).toBe("POST GET POST GET GET fence");
  });

  it("is an error that says so where no row tells", async () => {
    const told = { name: "TransactionError", code: "write.outcome-unknown", outcome: "unknown" };
    const ended = (...reads: Step[]) => run([lost, exists], missing, ...reads).sent;
    await expect(ended(row({ sku: "B" }), missing)).rejects.toMatchObject(told);
    await expect(ended(missing, missing), "an insert is missing").rejects.toMatchObject(told);
    await expect(ended(row(), row({ RowKey: third })), "a deleted row is there").rejects.toMatchObject(told);
    await expect(ended(lost, lost, lost, lost)).rejects.toMatchObject(told);
  });

  it.each<[string, StubResponse]>([
    ["a page", { status: 202, headers: ["Content-Type", "text/html"], body: "<html></html>" }],
    ["too few parts", changesetResponse(`HTTP/1.1 204 No Content\r\nETag: ${recordedETag}\r\n\r\n`)],
    ["no ETags", changesetResponse(...Array(2).fill("HTTP/1.1 204 No Content\r\n\r\n"))],
    ["a part with status 500", failed("500 Error", "InternalError")],
  ])("is ambiguous where its response is %s", async (_, response) => {
    expect(await run([response], row(), missing).sent).toEqual(applied);
    expect(await run([response, exists], gap, row(), missing).sent).toEqual(applied);
    const doubtful = { outcome: "unknown" };
    await expect(run([response, exists], missing, missing, missing).sent).rejects.toMatchObject(doubtful);
    await expect(run([response, response], missing, missing).sent).rejects.toMatchObject(doubtful);
  });

  it("of a missing table is unknown: the table may have been deleted since", async () => {
    await expect(run([lost, refusal(404, "TableNotFound")], gap).sent).rejects.toMatchObject(unknown);
  });

  it("of deletes alone was applied where all rows are gone", async () => {
    const { service } = linesOver({ writes: [lost], reads: [missing, missing] });
    const results = await service.transaction(OrderLine.partition({ customerId: "C1" }), (tx) => {
      for (const lineNo of [1, 2]) tx.delete(OrderLine, { orderNo: 1, lineNo }, { ifMatch: "*" });
    });
    expect(results).toEqual([{ $etag: undefined }, { $etag: undefined }]);
  });

  it("and whose responses break off is read back too", async () => {
    const whole = changesetResponse(`HTTP/1.1 204 No Content\r\nETag: ${recordedETag}\r\n\r\n`);
    const truncated = { ...whole, body: String(whole.body).slice(0, -30) };
    expect(await run([truncated, truncated], gap, row(), missing).sent).toEqual(applied);
    await expect(run([truncated, truncated], missing, other).sent).rejects.toMatchObject({
      name: "TransactionError",
      code: "response.malformed",
      outcome: "unknown",
    });
  });
});
