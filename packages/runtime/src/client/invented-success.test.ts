import { describe, expect, it } from "vitest";
import { setAccessPolicies, setServiceProperties } from "../admin.js";
import { recordedETag, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { versionHeader } from "../test/service-headers.js";
import { Order } from "../test/shop/index.js";
import { TableServiceClient } from "./table-service-client.js";

const key = { customerId: "C1", placedAt: new Date(0), orderNo: 1 };

const writes: readonly [string, number, (service: TableServiceClient) => Promise<unknown>][] = [
  ["delete", 204, (service) => service.entities(Order).delete(key, { ifMatch: "*" })],
  ["delete of a row without a definition", 204, (service) => service.table("Shop").delete(rowId, { ifMatch: "*" })],
  ["create table", 204, (service) => service.tables.create("Shop")],
  ["delete table", 204, (service) => service.tables.delete("Shop")],
  ["set access policies", 204, (service) => setAccessPolicies(service, "Shop", [])],
  ["set service properties", 202, (service) => setServiceProperties(service, { cors: [] })],
];
const rowId = { partitionKey: "p", rowKey: "r" };

const local = "UseDevelopmentStorage=true";
const cosmos = "AccountName=a;AccountKey=a2V5;TableEndpoint=https://a.table.cosmos.azure.com";

function clientOver(answers: readonly StubResponse[], connectionString = local) {
  const left = [...answers];
  const busy = { status: 500, headers: [] };
  const transport = recordingTransport(({ method }) =>
    method === "GET" ? busy : (left.shift() ?? expect.unreachable()),
  );
  const retry = { maxAttempts: 2, baseDelayMs: 0 };
  return { transport, service: TableServiceClient.fromConnectionString(connectionString, { transport, retry }) };
}

describe("a success without any header of the service's own", () => {
  it.each(writes)("is not believed of %s: it is sent again, and its outcome is unknown", async (_, status, write) => {
    const invented = { status, headers: ["Date", new Date(0).toUTCString(), "Server", "proxy"] };
    for (const name of ["x-ms-version", "X-Ms-Request-Id"]) {
      const { service, transport } = clientOver([invented, { status, headers: [name, "1"] }]);
      await write(service);
      expect(transport.requests.filter(({ method }) => method !== "GET")).toHaveLength(2);
    }
    const error = { outcome: "unknown", message: expect.stringContaining("x-ms-version") };
    await expect(write(clientOver([invented, invented]).service)).rejects.toMatchObject(error);
  });

  it("is believed of Cosmos DB, which sends none with a deletion", async () => {
    expect(await clientOver([{ headers: [] }], cosmos).service.tables.delete("Shop")).toBe(true);
    expect(
      await clientOver([{ headers: [] }], cosmos)
        .service.entities(Order)
        .delete(key, { ifMatch: "*" }),
    ).toBe(true);
  });

  it("is not believed of an insert for an ETag that no service sends", async () => {
    const init = { ...key, total: 1, sequence: 1n, currency: "EUR" } as const;
    const inserted = { headers: [...versionHeader, "ETag", recordedETag] };
    const express = {
      status: 201,
      headers: ["Content-Type", "application/json", "ETag", 'W/"b-Ai2R8hgEarLmHKwesT1qcY913ys"'],
    };
    const strong = { headers: [...versionHeader, "ETag", '"1"'] };
    const unnamed = { headers: ["ETag", recordedETag] };
    for (const invented of [express, strong, unnamed]) {
      const { service, transport } = clientOver([invented, inserted]);
      expect(await service.entities(Order).insert(init)).toMatchObject({ $etag: recordedETag });
      expect(transport.requests.filter(({ method }) => method === "POST")).toHaveLength(2);
    }
    const { service } = clientOver([express, { headers: ["ETag", recordedETag] }], cosmos);
    expect(await service.entities(Order).insert(init)).toMatchObject({ $etag: recordedETag });
  });
});
