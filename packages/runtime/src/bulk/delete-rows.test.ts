import { describe, expect, it } from "vitest";
import { Member } from "../../../generator/src/emit/golden/club/expected/index.js";
import { TableServiceClient } from "../client/table-service-client.js";
import { Account } from "../test/company/index.js";
import { errorResponse, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { Order, OrderLine } from "../test/shop/index.js";
import { changesetResponse } from "../test/transaction-response.js";

const etag = (lineNo: number) => `W/"${lineNo}"`;
const id = (lineNo: number) => OrderLine.key({ customerId: "C1", orderNo: 1, lineNo });

/** Returns the response to a query for the keys of these rows. */
function found(...lines: number[]): StubResponse {
  const value = lines.map((lineNo) => ({
    "odata.etag": etag(lineNo),
    PartitionKey: id(lineNo).partitionKey,
    RowKey: id(lineNo).rowKey,
    kind: "line",
    customerId: "C1",
    orderNo: 1,
    lineNo,
  }));
  return { status: 200, headers: [], body: { value } };
}

function clientOver(...responses: StubResponse[]) {
  const transport = recordingTransport((_request, index) => responses[index] ?? {});
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
  return { transport, service, lines: service.entities(OrderLine) };
}

const deleted = "HTTP/1.1 204 No Content\r\n\r\n";

describe("deleteWhere", () => {
  it("reads keys alone and deletes each row under the ETag that was read", async () => {
    const { transport, lines } = clientOver(found(1, 2, 3), changesetResponse(deleted, deleted, deleted));
    expect(await lines.deleteWhere(lines.query({ customerId: "C1" }), { max: 10 })).toEqual({ deleted: 3, changed: 0 });
    const [query, batch] = transport.requests;
    expect(query?.url).toMatch(/\$select=[^&]*RowKey/);
    expect(query?.url).not.toMatch(/\$select=[^&]*sku/);
    const conditions = [...String(batch?.body).matchAll(/^If-Match: (.*)\r$/gm)].map(([, condition]) => condition);
    expect(conditions).toEqual([1, 2, 3].map(etag));
  });

  it("reads what index rows need besides, and no other property", async () => {
    const selected = (url = "") => new URL(url, "http://host").searchParams.get("$select")?.split(",").sort();
    const { transport, service } = clientOver(found(), found());
    const accounts = service.entities(Account);
    await accounts.deleteWhere(accounts.query({ companyId: "C1" }), { max: 10 });
    const members = service.entities(Member);
    await members.deleteWhere(members.query({ club: "C1" }), { max: 10 });
    const [ofAccounts, ofMembers] = transport.requests.map(({ url }) => selected(url));
    const ofIndexes = ["accountId", "companyId", "email", "kind", "name", "note", "status"];
    expect(ofAccounts).toEqual(["PartitionKey", "RowKey", ...ofIndexes]);
    expect(ofMembers).toEqual(["PartitionKey", "RowKey", "club", "email", "kind", "member", "town"]);
  });

  it("leaves rows alone that have changed since", async () => {
    const { code, message } = { code: "UpdateConditionNotSatisfied", message: { lang: "en-US", value: "1:Changed." } };
    const failure = `HTTP/1.1 412 Precondition Failed\r\n\r\n${JSON.stringify({ "odata.error": { code, message } })}\r\n`;
    const { lines } = clientOver(found(1, 2, 3), changesetResponse(failure), changesetResponse(deleted, deleted));
    expect(await lines.deleteWhere(lines.query({ customerId: "C1" }), { max: 10 })).toEqual({ deleted: 2, changed: 1 });
  });

  it("finds nothing where it may find no row, and there is none", async () => {
    const { transport, lines } = clientOver(found());
    expect(await lines.deleteWhere(lines.query({ customerId: "C1" }), { max: 0 })).toEqual({ deleted: 0, changed: 0 });
    expect(transport.requests).toHaveLength(1);
  });

  it("deletes nothing where there is more than it was told", async () => {
    const { transport, lines } = clientOver(found(1, 2, 3));
    await expect(lines.deleteWhere(lines.query({ customerId: "C1" }), { max: 2 })).rejects.toMatchObject({
      code: "query.too-many-rows",
    });
    expect(transport.requests.map(({ method }) => method)).toEqual(["GET"]);
  });
});

describe("plain JavaScript", () => {
  it("cannot leave out how much deleteWhere may delete", async () => {
    const { transport, lines } = clientOver(found(1));
    for (const options of [undefined, {}, { max: undefined }, { max: Number.NaN }, { max: "9" }] as never[]) {
      const deletion = lines.deleteWhere(lines.query({ customerId: "C1" }), options);
      await expect(deletion).rejects.toMatchObject({ code: "config.invalid-option" });
    }
    expect(transport.requests).toEqual([]);
  });

  it("cannot give the values of a partition for the partition", async () => {
    const { transport, service } = clientOver(found(1));
    for (const none of [undefined, null, { customerId: "C1" }] as never[]) {
      await expect(service.deletePartition(none)).rejects.toThrow("Expected a partition of a generated class");
      await expect(service.transaction(none, () => undefined)).rejects.toThrow(
        "Expected a partition of a generated class",
      );
      expect(() => service.partition(none)).toThrow("Expected a partition of a generated class");
    }
    expect(transport.requests).toEqual([]);
  });
});

describe("deletePartition", () => {
  it("reads keys from the primary, whatever other reads ask", async () => {
    const transport = recordingTransport((_, index) => (index === 0 ? found(1) : {}));
    const options = { transport, readFrom: "secondary" } as const;
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", options);
    expect(await service.deletePartition(OrderLine.partition({ customerId: "C1" }))).toBe(1);
    expect(transport.requests.map(({ url }) => url.includes("-secondary"))).toEqual([false, false]);
  });

  it("follows continuations, also of empty pages, and counts what it deleted", async () => {
    const next = ["x-ms-continuation-NextPartitionKey", "1!8!Y3VzdA--", "x-ms-continuation-NextRowKey", "1!4!cm8-"];
    const { transport, service } = clientOver(
      { ...found(), headers: next },
      { ...found(1), headers: next.slice(0, 2) },
      found(2, 3),
      changesetResponse(deleted, deleted, deleted),
    );
    expect(await service.deletePartition(OrderLine.partition({ customerId: "C1" }))).toBe(3);
    expect(transport.requests.map(({ url }) => /NextRowKey=[^&]*/.exec(url)?.[0])).toEqual([
      undefined,
      "NextRowKey=1!4!cm8-",
      undefined,
      undefined,
    ]);
    expect(transport.requests[0]?.url).toContain("$filter=PartitionKey%20eq%20'cust!C1'");
  });

  it("fails with the first row that could not be deleted", async () => {
    const { service } = clientOver(found(1), errorResponse(403, "AuthorizationFailure"));
    await expect(service.deletePartition(OrderLine.partition({ customerId: "C1" }))).rejects.toMatchObject({
      code: "auth.forbidden",
    });
  });
});

it("deleteWhere refuses a query of another entity or of another client", async () => {
  const transport = recordingTransport(() => ({ status: 200, headers: [], body: { value: [] } }));
  const open = () => TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport });
  const service = open();
  const orders = service.entities(Order);
  const queries = [
    service.entities(OrderLine).query({ customerId: "C1" }),
    open().entities(Order).query({ customerId: "C1" }),
  ];
  for (const query of queries) {
    await expect(orders.deleteWhere(query as never, { max: 5 })).rejects.toMatchObject({ code: "value.wrong-type" });
  }
  expect(transport.requests).toEqual([]);
});
