import fc from "fast-check";
import { expect, it } from "vitest";
import { SharedKeyCredential } from "../../auth/shared-key.js";
import { TableServiceClient } from "../../client/table-service-client.js";
import { isTableError } from "../../errors/table-error.js";
import type { HttpResponse } from "../../http/http-message.js";
import { law } from "../law.js";
import { versionHeader } from "../service-headers.js";
import { everyCall } from "./every-call.js";
import { testKeys } from "./shared-key-vectors.js";
import { stubResponse, stubTransport } from "./stub-transport.js";

const row = {
  "odata.etag": "W/\"datetime'2021-09-21T00%3A53%3A41.7166246Z'\"",
  PartitionKey: "cust!C1",
  RowKey: "order!2518537439999999999!0000000007",
  Timestamp: "2021-09-21T00:53:41.7166246Z",
  kind: "order",
};

const fragment = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom(
    ...[
      "--batchresponse_X",
      "--changesetresponse_Y",
      "--",
      "\r\n",
      "\n",
      "\r\n\r\n",
      "HTTP/1.1 204 No Content",
      "HTTP/1.1 409 Conflict",
    ],
    ...[
      "Content-Type: multipart/mixed; boundary=changesetresponse_Y",
      "Content-Type: application/http",
      "ETag: x",
      "HTTP/1.1 999 ",
    ],
    ...["{", "}", '{"value":[', "]}", '"odata.error":', JSON.stringify(row), "null", "[[[[", "1e999", '"\\ud800"'],
    ...[
      "\ufeff",
      "<?xml version='1.0'?>",
      "<SignedIdentifiers>",
      "</SignedIdentifiers>",
      "<SignedIdentifier/>",
      "<Id>",
      "</Id>",
    ],
    ...[
      "<StorageServiceProperties>",
      "</StorageServiceProperties>",
      "<Cors><CorsRule>",
      "<StorageServiceStats/>",
      "<!DOCTYPE x []>",
    ],
  ),
);

/** Entity with some of its properties of any shape. */
const oddRow = fc
  .tuple(
    fc.dictionary(
      fc.constantFrom("total", "sequence", "placedAt", "RowKey", "kind", "total@odata.type", "__proto__", "odata.etag"),
      fc.jsonValue(),
    ),
  )
  .map(([changes]) => ({ ...row, ...changes }));

const body = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.array(fragment, { maxLength: 12 }).map((parts) => Buffer.from(parts.join(""))),
  fc.json().map((text) => Buffer.from(text)),
  oddRow.map((value) => Buffer.from(JSON.stringify(value))),
  fc.array(oddRow, { maxLength: 3 }).map((value) => Buffer.from(JSON.stringify({ value }))),
);

const headers = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.constantFrom(
          "etag",
          "x-ms-continuation-NextPartitionKey",
          "x-ms-continuation-NextRowKey",
          "x-ms-continuation-NextTableName",
        ),
        fc.constantFrom(
          "content-type",
          "retry-after",
          "x-ms-error-code",
          "date",
          "www-authenticate",
          "x-ms-request-id",
        ),
      ),
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.constantFrom("multipart/mixed; boundary=batchresponse_X", "0", "application/json"),
      ),
    ),
    { maxLength: 6 },
  )
  .map((pairs) => pairs.flat());

const status = fc.oneof(
  fc.constantFrom(200, 201, 202, 204, 400, 401, 403, 404, 409, 412, 429, 500, 503),
  fc.integer({ min: 200, max: 599 }),
);

/** Maximum number of requests of one call: each of 7 responses twice, and once more for the repetitions in `modify` and `createTable`. */
const maxRequests = 20;

const stored = { ...row, PartitionKey: "a", RowKey: "b" };
const written = stubResponse(204, [...versionHeader, "ETag", 'W/"x"']);
const stats = "<StorageServiceStats><GeoReplication><Status>live</Status></GeoReplication></StorageServiceStats>";

/** Responses with which calls succeed. A server replaces some of their parts. */
const usual: Readonly<Record<string, HttpResponse>> = {
  query: stubResponse(200, [], '{"value":[]}'),
  rawGet: stubResponse(200, [], JSON.stringify(stored)),
  listTables: stubResponse(200, [], '{"value":[{"TableName":"Shop"}]}'),
  tableExists: stubResponse(200, [], '{"value":[{"TableName":"Shop"}]}'),
  getServiceProperties: stubResponse(200, [], "<StorageServiceProperties/>"),
  setServiceProperties: stubResponse(202, versionHeader),
  getServiceStats: stubResponse(200, [], stats),
  getAccessPolicies: stubResponse(200, [], "<SignedIdentifiers/>"),
  ...Object.fromEntries(
    ["insert", "merge", "replace", "insertOrMerge", "insertOrReplace", "delete", "rawInsert"].map((name) => [
      name,
      written,
    ]),
  ),
  ...Object.fromEntries(["createTable", "deleteTable", "setAccessPolicies"].map((name) => [name, written])),
};
const garbage: fc.Arbitrary<HttpResponse> = fc.record({ status, headers, body });
const parts: fc.Arbitrary<Partial<HttpResponse>> = fc.record({ status, headers, body }, { requiredKeys: [] });

/** Generates a call, and the responses that it gets. */
const calls = fc.constantFrom(...Object.keys(everyCall)).chain((name) => {
  const { [name]: whole = written } = usual;
  const changed = parts.map((some) => ({ ...whole, ...some }));
  const response = fc.oneof(garbage, changed, fc.constant(whole));
  return fc.tuple(fc.constant(name), fc.array(response, { minLength: 1, maxLength: 6 }));
});

/** Problems with a caller's own arguments. No response may cause one. */
const ownProblem = /^(?:value|key|config|property|query|transaction|bulk|auth\.no-token|auth\.insecure)/;

it("brings nothing but a TableError about, and no endless loop, whatever a server answers", async () => {
  const outcomes = new Map(Object.keys(everyCall).map((name) => [name, new Set<string>()]));
  await fc.assert(
    fc.asyncProperty(calls, async ([name, responses]) => {
      const transport = stubTransport(...responses, stubResponse(400));
      const credential = new SharedKeyCredential("devstoreaccount1", testKeys.devstoreaccount1);
      const service = new TableServiceClient("http://127.0.0.1:10002/devstoreaccount1", credential, {
        transport,
        retry: { maxAttempts: 2, baseDelayMs: 0 },
        timeoutMs: 1000,
      });
      const outcome = await everyCall[name]?.(service).then(
        () => "result",
        (error: unknown) => {
          if (!isTableError(error)) throw error;
          expect(error.message).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
          return error.code;
        },
      );
      expect(outcome).not.toMatch(ownProblem);
      outcomes.get(name)?.add(outcome ?? "");
      const sent = transport.requests.length;
      expect([name, sent > 0 && sent <= maxRequests, sent]).toEqual([name, true, sent]);
    }),
    law(10_000),
  );
  const without = (outcome: string) => [...outcomes].filter(([, seen]) => !seen.has(outcome)).map(([name]) => name);
  expect(without("response.malformed")).toEqual([]);
  expect(without("result").filter((name) => Object.hasOwn(usual, name))).toEqual([]);
});
