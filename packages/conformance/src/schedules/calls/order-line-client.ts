import type { BulkItem, BulkOutcome, ETag, TableServiceClient } from "@tablewright/runtime";
import { OrderLine, type OrderLineTypes } from "../../../../runtime/src/test/shop/index.js";
import type { CallSpec, WriteSpec } from "./call-spec.js";

/** ETag and quantity of a row when the client last saw it. */
interface Known {
  readonly etag: ETag;
  readonly quantity: number;
}

type Line = OrderLineTypes["init"];
type Changes = OrderLineTypes["merge"];

/** ETag that no row has. */
const stale = "W/\"datetime'2001-01-01T00%3A00%3A00Z'\"" as ETag;

/** Client that makes calls as an application would: it keeps the ETags that it saw, and sends them as conditions. */
export class OrderLineClient {
  readonly #service: TableServiceClient;
  readonly #known = new Map<string, Known>();

  constructor(service: TableServiceClient) {
    this.#service = service;
  }

  async run(spec: CallSpec): Promise<unknown> {
    const lines = this.#service.entities(OrderLine);
    switch (spec.op) {
      case "modify":
        return lines.modify(buildKey(spec.row), (line) => ({ set: buildChanges(spec.sku, line.quantity + 1) }), {
          attempts: 4,
        });
      case "transaction":
        return this.#transaction(spec.writes);
      case "bulk":
        return this.#bulk(spec.writes);
      case "deleteWhere":
        return lines.deleteWhere(lines.query({ customerId: spec.partition }), { max: 100 });
      case "deletePartition":
        return this.#service.deletePartition(OrderLine.partition({ customerId: spec.partition }));
      case "query":
        return lines.query({ customerId: spec.partition }).toArray({ max: 100 });
      case "getMany":
        return lines.getMany(spec.rows.map(buildKey));
      case "createTable":
        return this.#service.tables.create(spec.table);
      case "createTableIfNotExists":
        return this.#service.tables.createIfNotExists(spec.table);
      case "deleteTable":
        return this.#service.tables.delete(spec.table);
      default:
        return this.#write(spec);
    }
  }

  async #write(spec: WriteSpec): Promise<unknown> {
    const lines = this.#service.entities(OrderLine);
    await this.#look([spec]);
    return this.#keepSight([spec], () => {
      const ifMatch = this.#conditionOf(spec);
      switch (spec.op) {
        case "merge":
          return lines.merge(buildKey(spec.row), this.#changesOf(spec), { ifMatch });
        case "replace":
          return lines.replace(this.#lineOf(spec), { ifMatch });
        case "delete":
          return lines.delete(buildKey(spec.row), { ifMatch });
        default:
          return lines[spec.op](this.#lineOf(spec));
      }
    });
  }

  async #transaction(writes: readonly WriteSpec[]): Promise<unknown> {
    await this.#look(writes);
    const partition = OrderLine.partition({ customerId: writes[0]?.row[0] ?? "" });
    return this.#keepSight(writes, () =>
      this.#service.transaction(partition, (tx) => {
        for (const spec of writes) {
          const ifMatch = this.#conditionOf(spec);
          if (spec.op === "merge") tx.merge(OrderLine, buildKey(spec.row), this.#changesOf(spec), { ifMatch });
          else if (spec.op === "delete") tx.delete(OrderLine, buildKey(spec.row), { ifMatch });
          else if (spec.op === "replace") tx.replace(OrderLine, this.#lineOf(spec), { ifMatch });
          else tx[spec.op](OrderLine, this.#lineOf(spec));
        }
      }),
    );
  }

  async #bulk(writes: readonly WriteSpec[]): Promise<unknown> {
    await this.#look(writes);
    const outcomes: BulkOutcome<BulkItem<OrderLineTypes>>[] = [];
    const items = writes.map((spec) => this.#itemOf(spec));
    for await (const outcome of this.#service.entities(OrderLine).bulk(items)) outcomes.push(outcome);
    this.#forget(writes);
    return outcomes;
  }

  #itemOf(spec: WriteSpec): BulkItem<OrderLineTypes> {
    const ifMatch = this.#conditionOf(spec);
    switch (spec.op) {
      case "insert":
        return { insert: this.#lineOf(spec) };
      case "insertOrMerge":
        return { insertOrMerge: this.#lineOf(spec) };
      case "insertOrReplace":
        return { insertOrReplace: this.#lineOf(spec) };
      case "replace":
        return { replace: this.#lineOf(spec), ifMatch };
      case "merge":
        return { merge: buildKey(spec.row), changes: this.#changesOf(spec), ifMatch };
      case "delete":
        return { delete: buildKey(spec.row), ifMatch };
    }
  }

  /** Reads those rows for which the writes need an ETag or a quantity that this client does not have. */
  async #look(writes: readonly WriteSpec[]): Promise<void> {
    for (const spec of writes) {
      const isNeeded =
        ("ifMatch" in spec && spec.ifMatch === "known") || ("quantity" in spec && spec.quantity === "next");
      if (!isNeeded || this.#known.has(spec.row)) continue;
      const line = await this.#service.entities(OrderLine).get(buildKey(spec.row));
      if (line?.$etag !== undefined) this.#known.set(spec.row, { etag: line.$etag, quantity: line.quantity });
    }
  }

  /** Runs a write and stores the resulting ETags and quantities. If the write fails, removes the ETags and quantities of its rows. */
  async #keepSight(writes: readonly WriteSpec[], write: () => Promise<unknown>): Promise<unknown> {
    const quantities = writes.map((spec) => ("quantity" in spec ? this.#quantityOf(spec) : 0));
    try {
      const result = await write();
      this.#forget(writes);
      const results = Array.isArray(result) ? result : [result];
      for (const [index, { row }] of writes.entries()) {
        const etag = (results[index] as { readonly $etag?: ETag } | undefined)?.$etag;
        if (etag !== undefined) this.#known.set(row, { etag, quantity: quantities[index] ?? 0 });
      }
      return result;
    } catch (error) {
      this.#forget(writes);
      throw error;
    }
  }

  #forget(writes: readonly WriteSpec[]): void {
    for (const { row } of writes) this.#known.delete(row);
  }

  #conditionOf(spec: WriteSpec): ETag | "*" {
    if (!("ifMatch" in spec) || spec.ifMatch === "*") return "*";
    return this.#known.get(spec.row)?.etag ?? stale;
  }

  #quantityOf({ row, quantity }: Extract<WriteSpec, { quantity: unknown }>): number {
    return quantity === "next" ? (this.#known.get(row)?.quantity ?? 0) + 1 : quantity;
  }

  #lineOf(spec: Extract<WriteSpec, { sku: string }>): Line {
    return { ...buildKey(spec.row), sku: spec.sku, quantity: this.#quantityOf(spec) };
  }

  #changesOf(spec: Extract<WriteSpec, { op: "merge" }>): Changes {
    return buildChanges(spec.sku, this.#quantityOf(spec));
  }
}

/** Returns `PartitionKey/RowKey` of a row that calls name, such as `A1`. */
export function storedName(row: string): string {
  return `cust!${row[0]}/line!0000000001!${row.slice(1).padStart(4, "0")}`;
}

function buildKey(row: string): OrderLineTypes["key"] {
  return { customerId: row[0] ?? "", orderNo: 1, lineNo: Number(row.slice(1)) };
}

function buildChanges(sku: string | undefined, quantity: number): Changes {
  return sku === undefined ? { quantity } : { sku, quantity };
}
