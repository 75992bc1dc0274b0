import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { getAccessPolicies, setAccessPolicies } from "../admin/access-policies.js";
import { getServiceProperties, getServiceStats, setServiceProperties } from "../admin/service-properties.js";
import { loadXmlParser } from "../admin/xml.js";
import { isTableError } from "../errors/table-error.js";
import type { HttpResponse } from "../http/http-message.js";
import { stubResponse } from "../test/account/stub-transport.js";
import { law } from "../test/law.js";
import { versionHeader } from "../test/service-headers.js";
import { getEntity, getExactEntity, queryEntities, queryExactEntities } from "./query-entities.js";
import { queryLines } from "./query-lines.js";
import { createTable, deleteTable, queryTables } from "./table-operations.js";
import { deleteEntity } from "./write.js";

beforeAll(loadXmlParser);

const row = { table: "Shop", partitionKey: "p", rowKey: "r", ifMatch: "*" };
const query = { table: "Shop", metadata: "minimal", nextPartitionKey: "n" } as const;
const projection = { ...query, select: ["RowKey"] };

const isRowWith = (names: readonly string[]) => (value: unknown) =>
  names.every((name) => typeof (value as Record<string, unknown>)[name] === "string");
const keys = ["PartitionKey", "RowKey"];
const isOptionalText = (value: unknown) => value === undefined || typeof value === "string";
const isPage = (names: readonly string[]) => (page: ReturnType<typeof queryEntities.parse>) =>
  page.rows.every(isRowWith(names)) &&
  isOptionalText(page.nextPartitionKey) &&
  isOptionalText(page.nextRowKey) &&
  (page.nextPartitionKey !== "n" || page.nextRowKey !== undefined);

const isId = isRowWith(["partitionKey", "rowKey"]);

type LinesPage = ReturnType<typeof queryLines.parse>;
const isPageOfLines = (page: LinesPage) => {
  const { lines: found, rows } = page;
  if (!isPage(keys)(page)) return false;
  if (found === undefined) return true;
  const lines = Buffer.from(found.lines).toString().split("\n");
  const isWhole = lines.pop() === "" && lines.every((line) => isRowWith(["$table", ...keys])(JSON.parse(line)));
  const hasIds = [found.first, found.last].every((id) => (found.rows > 0 ? isId(id) : id === undefined));
  return rows.length === 0 && lines.length === found.rows && isWhole && hasIds;
};

/** Checks by operation. Each parses a response, and returns whether the result is well-formed. */
const operations: Readonly<Record<string, (response: HttpResponse) => boolean>> = {
  getEntity: reads(getEntity, row, (found) => found === undefined || isRowWith([...keys, "odata.etag"])(found)),
  getExactEntity: reads(getExactEntity, row, (found) => found === undefined || isRowWith(keys)(found)),
  queryEntities: reads(queryEntities, query, isPage(keys)),
  queryExactEntities: reads(queryExactEntities, query, isPage(keys)),
  queryLines: reads(
    {
      /** Parses a response twice, because the patterns of a table are extended by the first time. */
      parse: (response: HttpResponse, input: typeof query) => [
        queryLines.parse(response, input),
        queryLines.parse(response, input),
      ],
    },
    query,
    ([first, second]) => first !== undefined && isPageOfLines(first) && isDeepStrictEqual(first, second),
  ),
  projection: reads(queryEntities, projection, isPage(["RowKey"])),
  queryTables: reads(
    queryTables,
    { nextTableName: "n" },
    (page) =>
      page.names.every((name) => typeof name === "string") &&
      isOptionalText(page.nextTableName) &&
      page.nextTableName !== "n",
  ),
  getAccessPolicies: reads(getAccessPolicies, row, (policies) => policies.every(({ id }) => typeof id === "string")),
  getServiceProperties: reads(getServiceProperties, {}, (found) => typeof found === "object"),
  getServiceStats: reads(getServiceStats, {}, (found) => typeof found.status === "string"),
  deleteEntity: reads(deleteEntity, row, (found) => typeof found === "boolean"),
  deleteTable: reads(deleteTable, row, (found) => typeof found === "boolean"),
  createTable: reads(createTable, row, (found) => found === undefined),
  setAccessPolicies: reads(setAccessPolicies, { table: "Shop", policies: [] }, (found) => found === undefined),
  setServiceProperties: reads(setServiceProperties, {}, (found) => found === undefined),
};

function reads<Input, Result>(
  operation: { parse(response: HttpResponse, input: Input): Result },
  input: Input,
  isWellFormed: (result: Result) => boolean,
) {
  return (response: HttpResponse) => isWellFormed(operation.parse(response, input));
}

const text = (bytes: string) => new TextEncoder().encode(bytes);

const member = fc.constantFrom(
  ...["value", "PartitionKey", "RowKey", "odata.etag", "TableName", "odata.error", "error", "code", "message", "lang"],
  "__proto__",
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, 5, "n", "p", "ResourceNotFound", "1:x\n\u001b[2J"),
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.dictionary(member, tie("tree"), { maxKeys: 5 }),
  ),
}));
const json = fc.oneof(
  tree.map((value) => JSON.stringify(value)),
  tree.map((value) => JSON.stringify({ value: [{ PartitionKey: "p", RowKey: "r", "odata.etag": "e" }, value] })),
  fc.constant(JSON.stringify({ value: [{ PartitionKey: "p", RowKey: "r", "odata.etag": "e" }] })),
  fc.json(),
);
const xmlPiece = fc.constantFrom(
  ...["<Error>", "<Code>ResourceNotFound</Code>", "</Error>", "<SignedIdentifiers>", "</SignedIdentifiers>"],
  ...["<SignedIdentifier/>", "<StorageServiceProperties>", "</StorageServiceProperties>", "<Cors><CorsRule/></Cors>"],
  ...["<StorageServiceStats/>", "<m:error>", "\ufeff", "<?xml version='1.0'?>", "&#0;", "<![CDATA[", "]]>"],
);
const body = fc.oneof(
  json.map(text),
  fc.tuple(json, fc.nat(40)).map(([whole, length]) => text(whole.slice(0, length))),
  fc.constantFrom("", "<html><body>Not found</body></html>", "<!DOCTYPE html><p>no", "\u001b[31m").map(text),
  fc.array(xmlPiece, { maxLength: 6 }).map((pieces) => text(pieces.join(""))),
  fc.uint8Array({ maxLength: 60 }),
);
const name = fc.constantFrom(
  ...["x-ms-continuation-NextPartitionKey", "x-ms-continuation-NextRowKey", "x-ms-continuation-NextTableName"],
  ...["x-ms-error-code", "x-ms-request-id", "content-type", "ETag"],
);
const value = fc.oneof(fc.constantFrom("n", "", "ResourceNotFound", "\u202e"), fc.string({ unit: "binary" }));
const pairs = fc.array(fc.tuple(name, value), { maxLength: 4 }).map((list) => list.flat());
const serviceType = fc.constantFrom("application/json;odata=nometadata", "application/xml", "application/json");
const headers = fc.oneof(
  pairs,
  fc.tuple(serviceType, pairs).map(([type, rest]) => ["Content-Type", type, ...rest]),
  // A caller's own transport may break its contract.
  fc.tuple(name, fc.constantFrom(5, null, {}, ["n"])).map((pair) => pair as string[]),
);
const status = fc.oneof(fc.constantFrom(200, 200, 200, 202, 204, 302, 400, 403, 404, 404, 412, 500), fc.nat(999));

/** Names of operations that read. */
const reading = /^(?:get|query|projection)/;

/** Attempts before this one that may have been applied. */
const attempt = fc.record({ startedAt: fc.nat(), endedAt: fc.nat() });
const lost = fc.option(fc.array(attempt, { minLength: 1, maxLength: 3 }), { nil: undefined });

const json200 = (value: unknown) => stubResponse(200, [], JSON.stringify(value));
const stored = { PartitionKey: "p", RowKey: "r", "odata.etag": "e" };
const stats = "<StorageServiceStats><GeoReplication><Status>live</Status></GeoReplication></StorageServiceStats>";

/** Responses of the service by operation. A test replaces some of their parts. */
const usual: Readonly<Record<string, HttpResponse>> = {
  getEntity: json200(stored),
  getExactEntity: json200(stored),
  queryEntities: json200({ value: [stored] }),
  queryExactEntities: json200({ value: [stored] }),
  queryLines: json200({ value: [stored] }),
  projection: json200({ value: [{ RowKey: "r" }] }),
  queryTables: json200({ value: [{ TableName: "Shop" }] }),
  getAccessPolicies: stubResponse(200, [], "<SignedIdentifiers/>"),
  getServiceProperties: stubResponse(200, [], "<StorageServiceProperties/>"),
  getServiceStats: stubResponse(200, [], stats),
  setServiceProperties: stubResponse(202, versionHeader),
};
const done = stubResponse(204, versionHeader);

const foreignType = fc.constantFrom("text/html; charset=utf-8", "text/plain", "image/png", undefined);

describe.each(Object.keys(operations).filter((operation) => reading.test(operation)))("%s", (operation) => {
  it("takes nothing from a success of another content type, or with none", () => {
    fc.assert(
      fc.property(foreignType, body, (type, bytes) => {
        const own = ["x-ms-version", "2019-02-02", "x-ms-request-id", "d1"];
        const page = { status: 200, headers: type === undefined ? own : ["Content-Type", type, ...own], body: bytes };
        expect(() => operations[operation]?.(page)).toThrow(expect.objectContaining({ code: "response.malformed" }));
      }),
    );
  });
});

describe.each(Object.keys(operations))("%s", (operation) => {
  it("makes of any answer a well-formed result or a TableError", () => {
    const isRead = reading.test(operation);
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(fc.record({ status, headers, body }, { requiredKeys: [] }), lost, (parts, ambiguousAttempts) => {
        const garbage = { ...(usual[operation] ?? done), ...parts, attempts: 4, ambiguousAttempts };
        let problem: unknown;
        try {
          expect(operations[operation]?.(garbage)).toBe(true);
          outcomes.add("result");
          return;
        } catch (error) {
          problem = error;
        }
        if (!isTableError(problem)) throw problem;
        outcomes.add(problem.code);
        // The caller must know that an earlier attempt of a write may have been applied.
        expect(problem).toMatchObject(
          isRead && problem.code === "response.malformed" ? {} : { attempts: 4, ambiguousAttempts },
        );
        expect(problem.message).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|undefined/u);
        expect(problem.message.length).toBeLessThan(3000);
        // Only the service can report the state of a row or table.
        const isService =
          garbage.headers.some((header) => /^x-ms-/.test(String(header))) ||
          /rror/.test(Buffer.from(garbage.body).toString());
        if (!isService) expect(problem.code).not.toMatch(/^(entity|table)\.(not-found|condition-not-met)$/);
      }),
      law(10_000),
    );
    expect([...outcomes]).toEqual(
      expect.arrayContaining(["result", isRead ? "response.malformed" : "service.rejected"]),
    );
  });
});
