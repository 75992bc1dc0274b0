import { describe, expect, it } from "vitest";
import {
  ifMatch,
  init,
  linesOver,
  longAgo,
  lost,
  missing,
  other,
  row,
  type Step,
  sequenceOf,
  unchanged,
  unknown,
} from "../../test/ambiguous-write.js";
import { errorResponse, recordedETag, type StubResponse } from "../../test/recording-transport.js";
import { OrderLine } from "../../test/shop/index.js";
import { changesetResponse } from "../../test/transaction-response.js";

describe("a transaction that got no usable response and whose retry was refused", () => {
  const failed = (status: string, code: string) =>
    changesetResponse(
      `HTTP/1.1 ${status}\r\n\r\n${JSON.stringify({ "odata.error": { code, message: { lang: "en", value: "0:Refused." } } })}\r\n`,
    );
  const exists = failed("409 Conflict", "EntityAlreadyExists");
  const gone = failed("404 Not Found", "ResourceNotFound");
  const third = OrderLine.key({ ...init, lineNo: 3 }).rowKey;
  const gap = errorResponse(500, "OperationTimedOut");
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
    expect(await sent).toMatchObject(applied);
    expect(transport.requests).toHaveLength(3);
  });

  it("is sent again as soon as one row shows that it was not applied", async () => {
    const both = changesetResponse(
      `HTTP/1.1 204 No Content\r\nETag: ${recordedETag}\r\n\r\n`,
      "HTTP/1.1 204 No Content\r\n\r\n",
    );
    const { sent, transport } = run([lost, both], missing);
    expect(await sent).toMatchObject(applied);
    expect(transport.requests).toHaveLength(3);
  });

  it("was applied where every row is as it leaves it by the time the retry is refused", async () => {
    expect(await run([lost, exists], gap, row(), missing).sent).toMatchObject(applied);
  });

  it("was not applied where one of its rows was written long before", async () => {
    const old = { writtenAt: longAgo };
    await expect(run([lost, exists], missing, row({}, old), row({ RowKey: third })).sent).rejects.toMatchObject({
      name: "TransactionError",
      code: "entity.already-exists",
      index: 0,
      outcome: undefined,
    });
  });

  it("is unknown where a row was missing under no ETag: an attempt in flight finds it once somebody writes it", async () => {
    const old = row({ RowKey: third }, { writtenAt: longAgo });
    await expect(run([lost, gone], missing, missing, old).sent).rejects.toMatchObject(unknown);
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
    expect(await run([response], row(), missing).sent).toMatchObject(applied);
    expect(await run([response, exists], gap, row(), missing).sent).toMatchObject(applied);
    const unknown = { outcome: "unknown" };
    await expect(run([response, exists], missing, missing, missing).sent).rejects.toMatchObject(unknown);
    await expect(run([response, response], missing, missing).sent).rejects.toMatchObject(unknown);
  });

  it("of a missing table is unknown: the table may have been deleted since", async () => {
    await expect(run([lost, errorResponse(404, "TableNotFound")], gap).sent).rejects.toMatchObject(unknown);
  });

  it("of deletes alone was applied where all rows are gone", async () => {
    const { service } = linesOver({ writes: [lost], reads: [missing, missing] });
    const results = await service.transaction(OrderLine.partition({ customerId: "C1" }), (tx) => {
      for (const lineNo of [1, 2]) tx.delete(OrderLine, { orderNo: 1, lineNo }, { ifMatch: "*" });
    });
    expect(results).toMatchObject([{ $etag: undefined }, { $etag: undefined }]);
  });

  it("and whose responses break off is read back too", async () => {
    const whole = changesetResponse(`HTTP/1.1 204 No Content\r\nETag: ${recordedETag}\r\n\r\n`);
    const truncated = { ...whole, body: String(whole.body).slice(0, -30) };
    expect(await run([truncated, truncated], gap, row(), missing).sent).toMatchObject(applied);
    await expect(run([truncated, truncated], missing, other).sent).rejects.toMatchObject({
      name: "TransactionError",
      code: "response.malformed",
      outcome: "unknown",
    });
  });
});
