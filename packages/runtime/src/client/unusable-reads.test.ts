import { describe, expect, it } from "vitest";
import { getAccessPolicies, getServiceProperties } from "../admin.js";
import { readLines } from "../lines.js";
import { orderRow } from "../test/order-rows.js";
import { errorResponse, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { versionHeader } from "../test/service-headers.js";
import { Order } from "../test/shop/index.js";
import { TableServiceClient } from "./table-service-client.js";

const first = orderRow(1);
const key = { customerId: "C1", placedAt: new Date(String(first["placedAt"])), orderNo: 1 };
const json = ["Content-Type", "application/json"];
const unversioned = ["Content-Type", "application/json; odata=minimalmetadata; streaming=true; charset=utf-8"];
const odata = [...unversioned, ...versionHeader];

const row: StubResponse = { status: 200, headers: odata, body: first };
const page: StubResponse = { status: 200, headers: odata, body: { value: [first] } };
const tables: StubResponse = { status: 200, headers: odata, body: { value: [{ TableName: "Shop" }] } };
const xml = (root: string): StubResponse => ({
  status: 200,
  headers: ["Content-Type", "application/xml", ...versionHeader],
  body: `<${root}></${root}>`,
});

type Read = readonly [right: StubResponse, read: (service: TableServiceClient) => Promise<unknown>];

const orders = (service: TableServiceClient) => service.entities(Order);
const ofOne = (service: TableServiceClient) => orders(service).query({ customerId: "C1" });

const reads: Readonly<Record<string, Read>> = {
  get: [row, (service) => orders(service).get(key)],
  getMany: [row, (service) => orders(service).getMany([key])],
  "a row without a definition": [
    row,
    (service) => service.table("Shop").get({ partitionKey: first["PartitionKey"], rowKey: first["RowKey"] } as never),
  ],
  modify: [row, (service) => orders(service).modify(key, () => undefined)],
  toArray: [page, (service) => ofOne(service).toArray()],
  page: [page, (service) => ofOne(service).page()],
  count: [page, (service) => ofOne(service).count()],
  exists: [page, (service) => ofOne(service).exists()],
  scan: [page, (service) => orders(service).scan().toArray()],
  "a scan in parallel": [page, (service) => orders(service).scan({ parallel: 1, splitAt: [] }).toArray()],
  "a query of several kinds": [page, (service) => service.partition(Order.partition(key)).query(Order).toArray()],
  readLines: [page, (service) => readLines(service.table("Shop").scan())],
  deletePartition: [page, (service) => service.deletePartition(Order.partition(key))],
  "a list of tables": [tables, (service) => service.tables.exists("Shop")],
  getServiceProperties: [xml("StorageServiceProperties"), getServiceProperties],
  getAccessPolicies: [xml("SignedIdentifiers"), (service) => getAccessPolicies(service, "Shop")],
};

const html = "<!DOCTYPE html><title>Sign in</title>";
const cutOff = JSON.stringify(errorResponse(404, "TableNotFound").body).slice(0, 40);

const unusable: Readonly<Record<string, StubResponse>> = {
  "a page": { status: 200, headers: ["Content-Type", "text/html"], body: html },
  "a text": { status: 200, headers: ["Content-Type", "text/plain"], body: JSON.stringify(first) },
  "a page called JSON": { status: 200, headers: odata, body: html },
  "JSON that breaks off": { status: 200, headers: odata, body: JSON.stringify({ value: [first] }).slice(0, -9) },
  "JSON of another server": { status: 200, headers: json, body: { value: [] } },
  "rows without the headers of Storage": { status: 200, headers: unversioned, body: { value: [first] } },
  "an empty body": { status: 200, headers: odata },
  "no content": { status: 204, headers: ["x-ms-version", "2019-02-02"] },
  "a redirect": { status: 302, headers: ["Location", "https://portal.example/"] },
  "a page with status 404": { status: 404, headers: ["Content-Type", "text/html"], body: html },
  "a page with status 403": { status: 403, headers: ["Content-Type", "text/html"], body: html },
  "a refusal that breaks off": { status: 404, headers: ["x-ms-version", "2019-02-02"], body: cutOff },
};

function serviceOver(responses: readonly StubResponse[]) {
  const transport = recordingTransport(({ method }, index) =>
    // Lets every deletion succeed.
    method === "DELETE" ? { headers: ["x-ms-version", "1"] } : (responses[Math.min(index, responses.length - 1)] ?? {}),
  );
  const retry = { baseDelayMs: 0 };
  return {
    transport,
    service: TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry }),
  };
}

const cases = Object.entries(reads).flatMap(([name, read]) =>
  Object.keys(unusable).map((problem) => [name, problem, read] as const),
);

describe("a response that cannot be used", () => {
  it.each(cases)("makes %s try again: %s", async (_, problem, [right, read]) => {
    const bad = unusable[problem] ?? expect.unreachable();
    const { service, transport } = serviceOver([bad, bad, right]);
    expect(await read(service)).toEqual(await read(serviceOver([right]).service));
    expect(transport.requests.filter(({ method }) => method === "GET")).toHaveLength(3);
  });

  it.each(cases)("is told by %s after the last attempt: %s", async (_, problem, [, read]) => {
    const { service, transport } = serviceOver([unusable[problem] ?? expect.unreachable()]);
    const error = await read(service).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "ServiceError", attempts: 5, outcome: undefined });
    expect(transport.requests).toHaveLength(5);
    if (problem === "a page with status 403") expect(error).toMatchObject({ code: "auth.forbidden" });
    else if (problem !== "a refusal that breaks off")
      expect(error).toMatchObject({
        code: "response.malformed",
        message: expect.stringContaining("It is the response to the last of 5 attempts."),
      });
  });

  it("names its content type and its beginning", async () => {
    const { service } = serviceOver([unusable["a page"] ?? expect.unreachable()]);
    await expect(ofOne(service).toArray()).rejects.toThrow(
      'The response with status 200 is not the JSON of a Table service: its content type is "text/html", and it begins with "<!DOCTYPE html><title>Sign in</title>". Check the endpoint, any proxy in between, and mocks of HTTP in this process (https://github.com/tablewright/tablewright/blob/main/packages/docs/pages/guide/troubleshooting.md#a-proxy-or-a-mock-answers). It is the response to the last of 5 attempts.',
    );
  });

  it("is one to a write that succeeds with a page or a text", async () => {
    const init = { ...key, total: 1, sequence: 1n, currency: "EUR" } as const;
    for (const type of ["text/plain", "text/html; charset=utf-8"]) {
      for (const status of [201, 204]) {
        const etag = ["x-ms-version", "2019-02-02", "ETag", String(first["odata.etag"])];
        const created = { status, headers: [...etag, "Content-Type", type], body: "Created." };
        const { service, transport } = serviceOver([created]);
        const error = await orders(service)
          .insert(init)
          .catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ outcome: "unknown" });
        expect(transport.requests.filter(({ method }) => method === "POST")).toHaveLength(5);
      }
    }
  });
});

describe("a response with other rows", () => {
  const other = { ...orderRow(1), PartitionKey: "cust!C2", customerId: "C2" };
  const otherPage = { value: [other, first] };
  const outOfKind = { value: [{ ...first, RowKey: "line!0000000001!0001" }] };
  const inPartition = Object.entries(reads).filter(([name]) => !/scan|tables|readLines|get(Service|Access)/.test(name));

  it.each(inPartition)("makes %s try again", async (_, [right, read]) => {
    const bad = { ...right, body: right === row ? other : otherPage };
    const { service, transport } = serviceOver([bad, bad, right]);
    expect(await read(service)).toEqual(await read(serviceOver([right]).service));
    expect(transport.requests.filter(({ method }) => method === "GET")).toHaveLength(3);
  });

  it.each(inPartition)("is told by %s after the last attempt", async (_, [right, read]) => {
    const { service, transport } = serviceOver([{ ...right, body: right === row ? other : otherPage }]);
    await expect(read(service)).rejects.toMatchObject({ code: "decode.key-mismatch" });
    expect(transport.requests).toHaveLength(5);
  });

  it("makes a query and a scan try again where they are out of the range of its kind", async () => {
    for (const read of [reads["toArray"], reads["scan"]]) {
      const [, send] = read ?? expect.unreachable();
      const { service, transport } = serviceOver([{ ...page, body: outOfKind }, page]);
      expect(await send(service)).toHaveLength(1);
      expect(transport.requests).toHaveLength(2);
    }
  });

  it("makes an export of a partition try again", async () => {
    const query = (service: TableServiceClient) => service.table("Shop").query(String(first["PartitionKey"]));
    const { service, transport } = serviceOver([{ ...page, body: otherPage }, page]);
    expect(await readLines(query(service))).toMatchObject({ rows: 1 });
    expect(transport.requests).toHaveLength(2);
    const never = serviceOver([{ ...page, body: otherPage }]);
    await expect(readLines(query(never.service))).rejects.toMatchObject({ code: "decode.key-mismatch" });
    expect(never.transport.requests).toHaveLength(5);
  });
});

describe("is final, and sent once:", () => {
  const once = async (response: StubResponse, read: (service: TableServiceClient) => Promise<unknown>) => {
    const { service, transport } = serviceOver([response]);
    const outcome = await read(service).catch((error: unknown) => error);
    expect(transport.requests).toHaveLength(1);
    return outcome;
  };

  it("a row whose values do not fit the definition", async () => {
    const otherKind = { kind: "line" };
    for (const changed of [{ total: "much" }, { total: undefined }, { placedAt: "yesterday" }, otherKind]) {
      const stored = { ...first, ...changed };
      expect(await once({ ...row, body: stored }, (service) => orders(service).get(key))).toMatchObject({
        code: expect.stringMatching(/^(decode|entity)\./),
      });
      const all = { ...page, body: { value: [stored] } };
      // A query that meets a row of another kind or of other keys also asks the table whether its keys have changed.
      if (changed === otherKind) continue;
      expect(await once(all, (service) => ofOne(service).toArray())).toHaveProperty("code");
    }
    const invalid = { value: [{ ...first, "sequence@odata.type": "Edm.Int64", sequence: "many" }] };
    const lines = (service: TableServiceClient) => readLines(service.table("Shop").scan());
    expect(await once({ ...page, body: invalid }, lines)).toMatchObject({ code: "decode.malformed" });
  });

  it("a refusal of the service, with or without a body", async () => {
    const missing = errorResponse(404, "ResourceNotFound");
    const bare = { status: 404, headers: ["x-ms-error-code", "ResourceNotFound"] };
    for (const response of [missing, bare]) {
      expect(await once(response, (service) => orders(service).get(key))).toBeUndefined();
    }
    expect(await once(errorResponse(403, "AuthorizationFailure"), (service) => ofOne(service).count())).toMatchObject({
      code: "auth.forbidden",
    });
  });

  it("JSON whose content type says nothing of OData, beside headers of the service's own", async () => {
    const headers = [...json, "x-ms-version", "2019-02-02"];
    expect(await once({ ...page, headers }, (service) => ofOne(service).toArray())).toHaveLength(1);
  });
});
