import fc from "fast-check";
import { expect, it } from "vitest";
import { SharedKeyCredential } from "../../auth/shared-key.js";
import { TableServiceClient } from "../../client/table-service-client.js";
import { isTableError } from "../../errors/table-error.js";
import type { HttpResponse } from "../../http/http-message.js";
import { law } from "../law.js";
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

const response: fc.Arbitrary<HttpResponse> = fc.record({ status, headers, body });

it("brings nothing but a TableError about, and no endless loop, whatever a server answers", async () => {
  const names = Object.keys(everyCall);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.array(response, { minLength: 1, maxLength: 6 }),
      async (name, responses) => {
        const transport = stubTransport(...responses, stubResponse(400));
        const credential = new SharedKeyCredential("devstoreaccount1", testKeys.devstoreaccount1);
        const service = new TableServiceClient("http://127.0.0.1:10002/devstoreaccount1", credential, {
          transport,
          retry: { maxAttempts: 2, baseDelayMs: 0 },
          timeoutMs: 1000,
        });
        try {
          await everyCall[name]?.(service);
        } catch (error) {
          if (!isTableError(error)) throw error;
        }
        expect(transport.requests.length).toBeGreaterThan(0);
      },
    ),
    law(10_000),
  );
}, 300_000);
