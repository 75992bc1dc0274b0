import { describe, expect, it } from "vitest";
import type { EntityClient } from "../../client/entity-client.js";
import { noRowsETag } from "../../rest/recent-writes.js";
import {
  conflict,
  ifMatch,
  init,
  key,
  linesOver,
  longAgo,
  lost,
  minutesAgo,
  missing,
  other,
  overtaken,
  row,
  type Step,
  sequenceOf,
  unchanged,
  unknown,
} from "../../test/ambiguous-write.js";
import { errorResponse, recordedETag, type StubResponse } from "../../test/recording-transport.js";
import type { OrderLineTypes } from "../../test/shop/index.js";

type Write = (lines: EntityClient<OrderLineTypes>) => Promise<unknown>;
const insert: Write = (lines) => lines.insert(init);
const upsert: Write = (lines) => lines.insertOrReplace(init);
const merge: Write = (lines) => lines.merge(key, { sku: "A" }, { ifMatch });
const replace: Write = (lines) => lines.replace(init, { ifMatch });
const remove: Write = (lines) => lines.delete(key, { ifMatch });
const written = { $etag: recordedETag };
const merged = { $etag: noRowsETag };
const exists = { code: "entity.already-exists", outcome: undefined };
const changed = { code: "entity.condition-not-met", outcome: undefined };

describe("a write that got no usable response", () => {
  it.each<[string, Write, Step, object]>([
    ["an insert", insert, row(), written],
    ["an upsert", upsert, row(), written],
    ["a merge", merge, row({ more: 1 }), merged],
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
    expect(await insert(linesOver(steps).lines)).toMatchObject(written);
    const open = linesOver({ writes: [lost, lost], reads: [missing, other] });
    await expect(insert(open.lines)).rejects.toMatchObject({ code: "request.failed", outcome: "unknown" });
  });

  it("is not read back while the service asks to slow down", async () => {
    const { lines, transport } = linesOver({ writes: [errorResponse(503, "ServerBusy"), {}] });
    expect(await insert(lines)).toMatchObject(written);
    expect(transport.requests).toHaveLength(2);
  });
});

describe("a write that got no usable response and whose retry was refused", () => {
  it.each<[string, Write, Step[], Step, object]>([
    ["insert: the row is what was sent", insert, [lost, conflict], row(), written],
    ["insert: after a 500", insert, [errorResponse(500, "InternalError"), conflict], row(), written],
    ["insert: the row is old", insert, [lost, conflict], row({ sku: "B" }, { writtenAt: longAgo }), exists],
    [
      "insert: the row is old, and matches what was sent",
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
    ["merge: the row matches what was sent", merge, [lost, overtaken], row({ more: 1 }), merged],
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
    ["insert: the table is missing", insert, errorResponse(404, "TableNotFound")],
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
    ["status 503", errorResponse(503, "ServerBusy")],
  ])("is read back again where the first response is %s", async (_, response) => {
    const { lines, left } = linesOver({ writes: [lost, conflict], reads: [lost, response, row()] });
    expect(await insert(lines)).toMatchObject(written);
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
    expect(await merge(linesOver(steps(row())).lines)).toMatchObject(merged);
    await expect(merge(linesOver(steps(other)).lines)).rejects.toMatchObject(unknown);
    await expect(merge(linesOver(steps(unchanged)).lines)).rejects.toMatchObject(unknown);
  });

  it("is unknown where the fence may have been applied, and the row was as the write leaves it before", async () => {
    const already = row({ "odata.etag": ifMatch });
    const after = { writes: [lost, overtaken, lost, overtaken], reads: [lost, already, row()] };
    await expect(merge(linesOver(after).lines)).rejects.toMatchObject(unknown);
    const before = { writes: [lost, overtaken, lost, overtaken], reads: [lost, unchanged, row()] };
    expect(await merge(linesOver(before).lines)).toMatchObject(merged);
  });

  it("is refused where the row has an ETag that was read back before", async () => {
    const { lines } = linesOver({
      writes: [lost, conflict, lost, conflict],
      reads: [lost, row({ sku: "B" }), lost, row({ sku: "B" })],
    });
    await expect(insert(lines)).rejects.toMatchObject(unknown);
    await expect(insert(lines)).rejects.toMatchObject(exists);
  });

  it("takes no Date as proof: one that is ahead changes nothing, one that is behind withholds a refusal", async () => {
    const outcome = (read: Step) =>
      insert(linesOver({ writes: [lost, conflict], reads: [lost, read] }).lines).catch((error) => error);
    for (const dateAhead of [2_000, 660_000, 3_600_000]) {
      expect(await outcome(row({}, { dateAhead }))).toMatchObject(written);
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
    ["that was throttled", [errorResponse(429, "TooManyRequests"), conflict], exists],
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
  ];
  const refusals: [string, StubResponse][] = [
    ["a page with status 404", { status: 404, headers: [], body: "<html>Not found</html>" }],
    ["a page with status 403", { status: 403, headers: [], body: "<html>Forbidden</html>" }],
    ["nothing with status 400", { status: 400, headers: [] }],
  ];

  it.each([...unusable, ...refusals])("is sent again: %s", async (_, response) => {
    const { lines, transport } = linesOver({ writes: [response, {}], reads: [missing] });
    expect(await insert(lines)).toMatchObject(written);
    expect(transport.requests).toHaveLength(3);
  });

  it.each(unusable)("may have been applied: %s", async (_, response) => {
    const told = (writes: Step[], reads: Step[]) => insert(linesOver({ writes, reads }).lines);
    expect(await told([response, conflict], [lost, row()])).toMatchObject(written);
    await expect(told([response, conflict], [missing, other])).rejects.toMatchObject(unknown);
    await expect(told([response, response], [missing, missing])).rejects.toMatchObject({ outcome: "unknown" });
  });

  it.each(refusals)("is not known to be applied because its row looks so: %s", async (_, response) => {
    const told = (writes: Step[], reads: Step[]) => insert(linesOver({ writes, reads }).lines);
    await expect(told([response, conflict], [lost, row()])).rejects.toMatchObject({
      ...unknown,
      message: expect.stringContaining("such as a proxy, refused an attempt"),
    });
    await expect(told([response, response], [row(), row()])).rejects.toMatchObject({ outcome: "unknown" });
    for (const writes of [
      [response, response],
      [response, errorResponse(404, "ResourceNotFound")],
    ])
      await expect(remove(linesOver({ writes, reads: [missing, missing] }).lines)).rejects.toMatchObject({
        outcome: "unknown",
      });
    // An attempt that was lost may have been applied.
    expect(await told([response, lost, conflict], [row(), row(), row()])).toMatchObject(written);
  });

  it("and that no retry follows is never a certain failure", async () => {
    const code = "response.malformed";
    const pages = (read: Step) => insert(linesOver({ writes: [page, page], reads: [missing, read] }).lines);
    await expect(pages(other)).rejects.toMatchObject({ code, outcome: "unknown" });
    expect(await pages(row())).toMatchObject(written);
    const removed: StubResponse = { status: 200, headers: [] };
    expect(await remove(linesOver({ writes: [removed, removed], reads: [row(), missing] }).lines)).toBe(true);
  });
});

describe("a write without any response", () => {
  it.each<[Step, string]>([
    [lost, "request.failed"],
    [errorResponse(500, "OperationTimedOut"), "service.timeout"],
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
