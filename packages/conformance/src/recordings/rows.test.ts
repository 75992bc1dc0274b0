import { type HttpRequest, type ServiceKind, TableServiceClient } from "@tablewright/runtime";
import { describe, expect, it } from "vitest";
import { type RecordedExchange, recordedExchanges, recordingsFolder } from "../account/recordings.js";
import { RecordedPerson } from "../tables.gen/index.js";

type Row = Readonly<Record<string, unknown>>;

interface RecordedRow {
  readonly name: string;
  readonly service: ServiceKind;
  /** JSON text of the row in the response. */
  readonly text: string;
  readonly row: Row;
  readonly isTyped: boolean;
}

/** Creates a client whose every read returns one recorded row, and records the client's writes. */
function replaying({ service, text }: RecordedRow) {
  const written: HttpRequest[] = [];
  const client = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", {
    kind: service,
    transport: async (request) => {
      if (request.method !== "GET") {
        written.push(request);
        return {
          status: 204,
          headers: ["etag", "W/\"datetime'2024-01-01T00%3A00%3A00Z'\"", "x-ms-version", "2019-02-02"],
          body: new Uint8Array(),
        };
      }
      const body = request.url.includes("()") ? `{"value":[${text}]}` : text;
      const headers = ["content-type", "application/json;odata=minimalmetadata", "x-ms-version", "2019-02-02"];
      return { status: 200, headers, body: new TextEncoder().encode(body) };
    },
  });
  return { client, written };
}

/** Returns the complete rows of the responses to reads. Rows that `$select` reduced have no keys. */
function recordedRows({ scenario, service, index, request, response }: RecordedExchange): RecordedRow[] {
  if (request.method !== "GET" || response.status !== 200 || !response.body.startsWith("{")) return [];
  const { value } = JSON.parse(response.body) as { readonly value?: unknown };
  // The service writes each row on one line, with escaped strings, so a row ends at the first brace outside a string.
  const texts = Array.isArray(value) ? rowTexts(response.body) : [response.body];
  const isTyped = !/nometadata/.test(request.headers["accept"] ?? "");
  return texts
    .map((text, at) => ({
      name: `${service} ${scenario} ${index}.${at}`,
      service,
      text,
      row: JSON.parse(text) as Row,
      isTyped,
    }))
    .filter(({ row }) => "PartitionKey" in row && "RowKey" in row && "Timestamp" in row);
}

function rowTexts(body: string): string[] {
  return [...body.slice(body.indexOf('"value":[')).matchAll(/\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}/g)].map(
    ([text]) => text,
  );
}

/** Normalizes a member's value for comparison: dates lose their trailing zeros. */
function comparable(name: string, row: Row): unknown {
  const value = row[name];
  const isDate = row[`${name}@odata.type`] === "Edm.DateTime";
  return isDate
    ? String(value)
        .replace(/(\.\d*?)0*Z$/, "$1Z")
        .replace(".Z", "Z")
    : value;
}

const isSystem = (name: string) =>
  name.startsWith("odata.") || name.startsWith("Timestamp") || name.endsWith("@odata.type");

const idOf = (row: Row) => ({ partitionKey: String(row["PartitionKey"]), rowKey: String(row["RowKey"]) });

describe.skipIf(recordingsFolder === undefined)("recorded rows of the real service (TABLES_RECORDINGS)", () => {
  const rows = recordedExchanges().flatMap(recordedRows);

  it("are of both services and of all Edm types that their clients wrote", () => {
    expect(new Set(rows.map(({ service }) => service))).toEqual(new Set(["storage", "cosmos"]));
    const annotations = rows.flatMap(({ row }) =>
      Object.entries(row).flatMap(([name, value]) => (name.endsWith("@odata.type") ? [value] : [])),
    );
    expect([...new Set(annotations)].sort()).toEqual(
      expect.arrayContaining(["Edm.Binary", "Edm.DateTime", "Edm.Guid"]),
    );
  });

  it("are written again as they were read", async () => {
    let count = 0;
    for (const recorded of rows.filter(({ isTyped }) => isTyped)) {
      const { client, written } = replaying(recorded);
      const { partitionKey, rowKey, properties } = await client.table("people").getOrThrow(idOf(recorded.row));
      const names = Object.keys(recorded.row).filter((name) => !isSystem(name));
      await client.table("people").insert({ partitionKey, rowKey, properties });
      const body = JSON.parse(String(written[0]?.body)) as Row;
      expect(
        Object.keys(body)
          .filter((name) => !isSystem(name))
          .sort(),
        recorded.name,
      ).toEqual(names.sort());
      for (const name of names) {
        expect(comparable(name, body), `${recorded.name} ${name}`).toEqual(comparable(name, recorded.row));
        const isDouble = new RegExp(`"${name}":-?\\d+\\.\\d`).test(recorded.text);
        const annotation = recorded.row[`${name}@odata.type`] ?? (isDouble ? "Edm.Double" : undefined);
        expect(body[`${name}@odata.type`], `${recorded.name} ${name}`).toBe(annotation);
      }
      count++;
    }
    expect(count).toBeGreaterThan(200);
  });

  it("are read by a definition that fits them, at every level of metadata", async () => {
    const fitting = rows.filter(({ row, text }) => "clsid" in row && "Birthday" in row && text.includes('"ratio":3.1'));
    const levels = new Set<string>();
    for (const recorded of fitting.filter(({ row }) => typeof row["age"] === "number")) {
      const { client } = replaying(recorded);
      const people = client.entities(RecordedPerson);
      const { partitionKey: partition, rowKey } = idOf(recorded.row);
      const query = people.query({ partition });
      const read = recorded.isTyped
        ? [await people.getOrThrow({ partition, row: rowKey }), await query.firstOrThrow()]
        : [await query.metadata("none").firstOrThrow()];
      levels.add(recorded.isTyped ? ("odata.id" in recorded.row ? "full" : "minimal") : "none");
      const { row } = recorded;
      for (const person of read) {
        expect(person, recorded.name).toMatchObject({
          partition: row["PartitionKey"],
          row: row["RowKey"],
          age: row["age"],
          sex: row["sex"],
          married: row["married"],
          deceased: row["deceased"],
          ratio: row["ratio"],
          evenratio: row["evenratio"],
          large: row["large"],
          Birthday: new Date(String(row["Birthday"])),
          birthday: row["birthday"],
          binary: new Uint8Array(Buffer.from(String(row["binary"]), "base64")),
          other: row["other"],
          clsid: row["clsid"],
          $etag: row["odata.etag"],
        });
        expect(person.$timestamp.getTime()).toBe(Date.parse(`${String(row["Timestamp"]).slice(0, 23)}Z`));
      }
    }
    expect(levels).toEqual(new Set(["none", "minimal", "full"]));
  });
});
