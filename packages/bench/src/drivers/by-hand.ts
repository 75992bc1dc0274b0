import type { AnySubject, StoredKeys } from "../subjects/subject.js";
import { account, repeated, rowsPerTransaction, type SubjectName, subjects } from "../subjects/subjects.js";
import { reading } from "./by-hand/reading.js";
import { connect, type HandWritten, type Row, sendTransaction } from "./by-hand/table.js";
import { visit } from "./by-hand/visit.js";
import { type Driver, inFlight } from "./driver.js";
import { continuation } from "./exchange.js";

const handWritten = { reading, visit };
const partitions = 16;

export function open(endpoint: string, name: SubjectName): Driver {
  return openFor(endpoint, subjects[name], handWritten[name] as HandWritten<object>);
}

function openFor(
  endpoint: string,
  { table, sample, keyOf, keysOf, isRead, measured }: AnySubject,
  by: HandWritten<object>,
): Driver {
  const send = connect(endpoint);
  const path = `/${table}`;
  const rows = Array.from({ length: rowsPerTransaction }, (_, n) => sample(n));
  const items = Array.from({ length: 200 * partitions }, (_, n) => sample(n, n % partitions));
  const { PartitionKey } = keysOf(keyOf(0));
  const json = (entity: object) => JSON.stringify(by.toPayload(entity));
  const transaction = (entities: readonly object[]) =>
    sendTransaction(send, `${endpoint}/${account}${path}`, entities.map(json));
  const addressOf = (keys: StoredKeys) =>
    `${path}(PartitionKey='${encodeURIComponent(keys.PartitionKey)}',RowKey='${encodeURIComponent(keys.RowKey)}')`;
  const inPartition = `PartitionKey eq '${PartitionKey.replaceAll("'", "''")}'`;
  /** Reads all pages of a query, and counts the rows that hold a value. */
  async function count(query: string, accept: string, read: (row: Row) => object): Promise<number> {
    let rows = 0;
    let next: string | undefined = "";
    while (next !== undefined) {
      const response = await send("GET", `${path}()?${query}${next}`, ["Accept", accept]);
      next = continuation(response);
      const page = JSON.parse(response.body.toString()) as { readonly value: readonly Row[] };
      for (const row of page.value) if (isRead(read(row))) rows++;
    }
    return rows;
  }
  return {
    query: (metadata) =>
      count(
        `$filter=${encodeURIComponent(inPartition)}`,
        `application/json;odata=${metadata === "none" ? "nometadata" : "minimalmetadata"}`,
        by.fromRow,
      ),
    select: () =>
      count(
        `$filter=${encodeURIComponent(`${inPartition} and ${measured} gt 0.0`)}&$select=${measured}`,
        "application/json;odata=minimalmetadata",
        (row) => ({ etag: row["odata.etag"], [measured]: row[measured] }),
      ),
    async get(n) {
      const path = addressOf(keysOf(keyOf(n)));
      const { body } = await send("GET", path, ["Accept", "application/json;odata=minimalmetadata"]);
      return by.fromRow(JSON.parse(body.toString()));
    },
    async insert(n) {
      const headers = ["Content-Type", "application/json", "Accept", "application/json;odata=minimalmetadata"];
      headers.push("Prefer", "return-no-content");
      const response = await send("POST", path, headers, json(rows[n % rows.length] as object));
      return response.headers["etag"];
    },
    async merge(n) {
      const keys = keysOf(keyOf(n));
      const headers = ["Content-Type", "application/json", "Accept", "application/json;odata=minimalmetadata"];
      headers.push("If-Match", "*");
      const change = { ...keys, [`${measured}@odata.type`]: "Edm.Double", [measured]: n + 0.5 };
      return (await send("PATCH", addressOf(keys), headers, JSON.stringify(change))).headers["etag"];
    },
    transaction: () => transaction(rows),
    async bulk(count) {
      const groups = new Map<string, object[]>();
      const full: object[][] = [];
      for (const item of repeated(items, count)) {
        const key = keysOf(item).PartitionKey;
        let group = groups.get(key);
        if (group === undefined || group.length === rowsPerTransaction) {
          group = [];
          groups.set(key, group);
          full.push(group);
        }
        group.push(item);
      }
      await inFlight(full.length, 16, (n) => transaction(full[n] as object[]));
    },
  };
}
