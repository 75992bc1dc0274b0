import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EdmValue } from "../codec/edm/edm-value.js";
import { ticksOf } from "../codec/edm/exact-date.js";
import type { Guid } from "../codec/edm/guid.js";
import type { HttpResponse } from "../http/http-message.js";
import { decodeTableRow } from "../rows/table-row.js";
import { withServiceHeaders } from "../test/service-headers.js";
import { queryEntities, queryExactEntities } from "./query-entities.js";

const input = { table: "Shop", metadata: "minimal" } as const;

function responseOf(body: string, headers: readonly string[] = [], status = 200): HttpResponse {
  return { status, headers: withServiceHeaders(headers, body), body: new TextEncoder().encode(body) };
}

describe("query entities", () => {
  it("asks for the whole table where nothing narrows it", () => {
    expect(queryEntities.request(input)).toEqual({
      method: "GET",
      path: "/Shop()",
      query: "",
      headers: ["Accept", "application/json;odata=minimalmetadata", "DataServiceVersion", "3.0"],
    });
  });

  it("asks for no metadata where none is wanted", () => {
    expect(queryEntities.request({ ...input, metadata: "none" }).headers).toContain(
      "application/json;odata=nometadata",
    );
  });

  it("reads an empty answer that is not the last", () => {
    const headers = ["x-ms-continuation-NextPartitionKey", "1!16!cGthZGNhMmUwZA--"];
    expect(queryEntities.parse(responseOf('{"value":[]}', headers), input)).toEqual({
      rows: [],
      nextPartitionKey: "1!16!cGthZGNhMmUwZA--",
      nextRowKey: undefined,
    });
  });

  it("leaves out the receipts of a page, also where there are no others", () => {
    const receipt = '{"PartitionKey":"p","RowKey":"~r-0123abcd-1"}';
    const row = '{"PartitionKey":"p","RowKey":"r"}';
    const rowsOf = (rows: string, given = {}) =>
      queryEntities.parse(responseOf(`{"value":[${rows}]}`), { ...input, ...given }).rows.map(({ RowKey }) => RowKey);
    expect(rowsOf(receipt)).toEqual([]);
    expect(rowsOf(`${receipt},${row}`)).toEqual(["r"]);
    expect(rowsOf(`${row},${receipt}`, { hidden: true })).toEqual(["r", "~r-0123abcd-1"]);
  });

  it("annotates whole Doubles where it is asked to be exact", () => {
    const body = '{"value":[{"RowKey":"r","a":5.0,"b":5}]}';
    const asked = { ...input, select: ["a", "b"] };
    expect(queryEntities.parse(responseOf(body), asked).rows).toEqual([{ RowKey: "r", a: 5, b: 5 }]);
    expect(queryExactEntities.parse(responseOf(body), asked).rows).toEqual([
      { RowKey: "r", "a@odata.type": "Edm.Double", a: 5, b: 5 },
    ]);
  });

  it("leaves receipts out, also where the RowKey was not asked for", () => {
    const asked = { ...input, select: ["a"] };
    expect(queryEntities.request(asked).query).toBe("?$select=a%2CRowKey");
    const body = '{"value":[{"RowKey":"~r-0f8fad5b-0","a":null},{"RowKey":"r","a":5}]}';
    expect(queryEntities.parse(responseOf(body), asked).rows).toEqual([{ RowKey: "r", a: 5 }]);
  });

  it("tells a missing table, and an answer that is none", () => {
    const missing = '{"odata.error":{"code":"TableNotFound","message":{"lang":"en-US","value":"No."}}}';
    expect(() => queryEntities.parse(responseOf(missing, [], 404), input)).toThrow(
      expect.objectContaining({ code: "table.not-found", status: 404 }),
    );
    for (const body of ["<html>", "{}", "[]", "null", '{"value":{}}', '{"value":[{}]}', '{"value":[null]}']) {
      expect(() => queryEntities.parse(responseOf(body), input)).toThrow(
        expect.objectContaining({ code: "response.malformed" }),
      );
    }
  });

  it("wants those keys of a row that were asked for", () => {
    const row = '{"value":[{"RowKey":"r"}]}';
    const parse = (select: readonly string[] | undefined) => queryEntities.parse(responseOf(row), { ...input, select });
    expect(parse(["RowKey", "a"]).rows).toEqual([{ RowKey: "r" }]);
    for (const select of [undefined, ["PartitionKey"]]) {
      expect(() => parse(select)).toThrow('entry 0 of its "value" is not a row with its keys');
    }
    const wrong = '{"value":[{"PartitionKey":"p","RowKey":"r"},{"PartitionKey":"p","RowKey":5}]}';
    expect(() => queryEntities.parse(responseOf(wrong), input)).toThrow('entry 1 of its "value" is not a row');
    const untagged = '{"value":[{"PartitionKey":"p","RowKey":"r","odata.etag":5}]}';
    expect(() => queryEntities.parse(responseOf(untagged), input)).toThrow('entry 0 of its "value" is not a row');
  });

  it("refuses a continuation that leads back to its request, or is not a text", () => {
    const next = ["x-ms-continuation-NextPartitionKey", "p", "x-ms-continuation-NextRowKey", "r"];
    const body = '{"value":[]}';
    const again = { ...input, nextPartitionKey: "p", nextRowKey: "r" };
    expect(() => queryEntities.parse(responseOf(body, next), again)).toThrow("repeats the continuation of its request");
    for (const other of [{ ...again, nextRowKey: "q" }, { ...again, nextRowKey: undefined }, input]) {
      expect(queryEntities.parse(responseOf(body, next), other)).toMatchObject({
        nextPartitionKey: "p",
        nextRowKey: "r",
      });
    }
    const number = ["x-ms-continuation-NextPartitionKey", 5 as never];
    expect(() => queryEntities.parse(responseOf(body, number), input)).toThrow(
      expect.objectContaining({ code: "response.malformed" }),
    );
  });
});

interface Recording {
  readonly exchanges: readonly {
    readonly request: { readonly method: string; readonly path: string };
    readonly response: { readonly status: number; readonly headers: Record<string, string>; readonly body: string };
  }[];
}

const recordings = process.env["TABLES_RECORDINGS"];

describe.skipIf(recordings === undefined)("recorded query answers of the real service (TABLES_RECORDINGS)", () => {
  const responses = ["storage", "cosmos"].flatMap((kind) => {
    const folder = join(recordings ?? "", kind);
    return recordings === undefined
      ? []
      : readdirSync(folder).flatMap((file) => readResponses(kind, join(folder, file)));
  });

  it("are of both services, with rows, without rows and with continuations", () => {
    expect(new Set(responses.map(({ name }) => name.split(" ")[0]))).toEqual(new Set(["storage", "cosmos"]));
    expect(responses.some(({ rows }) => rows.length === 0)).toBe(true);
    expect(responses.some(({ headers }) => headers.length > 0)).toBe(true);
  });

  it.each(responses)("$name", ({ body, rows, headers, select }) => {
    const parsed = queryExactEntities.parse(responseOf(body, headers), { ...input, select });
    expect(parsed.rows.map((row) => decodeTableRow("t", row))).toEqual(rows);
    expect(parsed.nextPartitionKey).toBe(headers[1]);
    expect(parsed.nextRowKey).toBe(headers[3]);
  });

  /** Returns the responses to queries in a recording, with their rows parsed independently of the runtime. */
  function readResponses(kind: string, file: string) {
    const { exchanges } = JSON.parse(readFileSync(file, "utf8")) as Recording;
    return (
      exchanges
        .filter(
          ({ request, response }) =>
            request.method === "GET" && /^\/(?!Tables)\w+\(\)/.test(request.path) && response.status === 200,
        )
        .map(({ request, response: { body, headers } }, index) => ({
          name: `${kind} ${file.split("/").at(-1)} ${index} ${request.path.slice(0, 60)}`,
          body,
          select: new URLSearchParams(request.path.split("?")[1]).get("$select")?.split(/,\s*/),
          headers: Object.entries(headers)
            .filter(([name]) => name.startsWith("x-ms-continuation"))
            .flat(),
          rows: (JSON.parse(body) as { value: Record<string, unknown>[] }).value.map((row) => recordedRow(row, body)),
        }))
        // The client selects the RowKey in every query.
        .filter(({ select }) => select === undefined || select.includes("RowKey"))
    );
  }

  function recordedRow(row: Record<string, unknown>, body: string) {
    const names = Object.keys(row).filter(
      (name) => !/[@.]|^(PartitionKey|RowKey|Timestamp)$/.test(name) && row[name] !== null,
    );
    return {
      partitionKey: row["PartitionKey"],
      rowKey: row["RowKey"],
      $etag: row["odata.etag"],
      $timestamp:
        row["Timestamp"] === undefined
          ? undefined
          : expect.toSatisfy((date: Date) => isSameMoment(date, String(row["Timestamp"]))),
      properties: Object.fromEntries(names.map((name) => [name, recordedValue(row, name, body)])),
    };
  }

  function recordedValue(row: Record<string, unknown>, name: string, body: string): EdmValue {
    const value = row[name];
    const text = String(value);
    switch (row[`${name}@odata.type`]) {
      case "Edm.Int64":
        return { type: "Edm.Int64", value: BigInt(text) };
      case "Edm.DateTime":
        return { type: "Edm.DateTime", value: expect.toSatisfy((date: Date) => isSameMoment(date, text)) as Date };
      case "Edm.Guid":
        return { type: "Edm.Guid", value: text as Guid };
      case "Edm.Binary":
        return {
          type: "Edm.Binary",
          value: expect.toSatisfy((bytes: Uint8Array) => Buffer.from(bytes).toString("base64") === text) as Uint8Array,
        };
      case "Edm.Double":
        return { type: "Edm.Double", value: Number(text) };
      case undefined:
        if (typeof value === "string") return { type: "Edm.String", value };
        if (typeof value === "boolean") return { type: "Edm.Boolean", value };
        return {
          type: body.includes(`"${name}":${text}.`) || !Number.isInteger(value) ? "Edm.Double" : "Edm.Int32",
          value: Number(text),
        };
      default:
        throw new Error(`${name} is annotated as ${row[`${name}@odata.type`]}`);
    }
  }

  /** Compares timestamps with all seven digits of the fraction. */
  function isSameMoment(date: Date, text: string): boolean {
    const [, seconds = "", fraction = ""] = /^(.*:\d\d)(?:\.(\d+))?Z$/.exec(text) ?? [];
    const ticks = BigInt(Date.parse(`${seconds}Z`)) * 10_000n + BigInt(fraction.padEnd(7, "0"));
    return ticksOf(date) - 621_355_968_000_000_000n === ticks;
  }
});
