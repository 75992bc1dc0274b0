import { describe, expect, it } from "vitest";
import { removeReceipts } from "../../admin.js";
import { TableServiceClient } from "../../client/table-service-client.js";
import { errorResponse, recordingTransport, type StubResponse } from "../../test/recording-transport.js";
import { versionHeader } from "../../test/service-headers.js";

const hour = 3_600_000;
const now = Date.now();
const receiptKey = "~r-0f8fad5b-0";
const etagAt = (time: number) => `W/"datetime'${encodeURIComponent(new Date(time).toISOString())}'"`;

/** Returns a row that was written this long ago. */
const row = (ageMs: number, RowKey = receiptKey) => ({
  ...{ PartitionKey: "p", RowKey, Timestamp: new Date(now - ageMs).toISOString() },
  ...{ "odata.etag": etagAt(now - ageMs), "w@odata.type": "Edm.Binary", w: Buffer.alloc(16).toString("base64") },
});
const page = (rows: object[], ...headers: string[]): StubResponse => ({ status: 200, headers, body: { value: rows } });
/** Response to the write that renews the ETag of a receipt, at this time of the service. */
const renewed = (time: number): StubResponse => ({ status: 204, headers: ["etag", etagAt(time), ...versionHeader] });
const deleted: StubResponse = { status: 204 };

/** Removes receipts older than an hour. Returns how many, and the methods of the requests. */
async function remove(...responses: StubResponse[]) {
  const transport = recordingTransport((_, index) => responses[index] ?? expect.unreachable());
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
  const removed = await removeReceipts(service, "Bank", { minAgeMs: hour });
  return { removed, methods: transport.requests.map(({ method }) => method).join(" "), requests: transport.requests };
}

describe("a receipt is removed", () => {
  it("under the ETag that it has just been given, if it was old by the service's time", async () => {
    const { removed, methods, requests } = await remove(page([row(2 * hour)]), renewed(now), deleted);
    expect([removed, methods]).toEqual([1, "GET PATCH DELETE"]);
    expect(requests[1]?.headers).toEqual(expect.arrayContaining(["If-Match", etagAt(now - 2 * hour)]));
    expect(requests[2]?.headers).toEqual(expect.arrayContaining(["If-Match", etagAt(now)]));
  });

  it("from the very age on", async () => {
    expect(await remove(page([row(2 * hour)]), renewed(now - hour), deleted)).toMatchObject({ removed: 1 });
  });

  it.each<[string, StubResponse[], string]>([
    ["is young by the local clock", [page([row(hour / 2)])], "GET"],
    ["is young by the service's time", [page([row(2 * hour)]), renewed(now - 1.5 * hour)], "GET PATCH"],
    ["is no receipt", [page([row(2 * hour, "~r-another")])], "GET"],
    ["was written since", [page([row(2 * hour)]), errorResponse(412, "UpdateConditionNotSatisfied")], "GET PATCH"],
    ["was deleted since", [page([row(2 * hour)]), errorResponse(404, "ResourceNotFound")], "GET PATCH"],
    [
      "was written at last",
      [page([row(2 * hour)]), renewed(now), errorResponse(412, "UpdateConditionNotSatisfied")],
      "GET PATCH DELETE",
    ],
  ])("unless it %s", async (_, responses, expected) => {
    const { removed, methods } = await remove(...responses);
    expect([removed, methods]).toEqual([0, expected]);
  });

  it("on every page, with either part of the continuation", async () => {
    const one = page([row(2 * hour)], "x-ms-continuation-NextPartitionKey", "a");
    const two = page([row(2 * hour)], "x-ms-continuation-NextRowKey", "b");
    const write = [renewed(now), deleted];
    const { removed, requests } = await remove(one, ...write, two, ...write, page([]));
    expect(removed).toBe(2);
    const continued = requests.filter(({ method }) => method === "GET").map(({ url }) => /Next\w+=\w/.exec(url)?.[0]);
    expect(continued).toEqual([undefined, "NextPartitionKey=a", "NextRowKey=b"]);
  });

  it("or the call fails with the service's refusal", async () => {
    const refused = remove(page([row(2 * hour)]), errorResponse(403, "AuthorizationFailure"));
    await expect(refused).rejects.toMatchObject({ code: "auth.forbidden" });
  });
});
