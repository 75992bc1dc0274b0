import type { EntityClient, ETag, TableServiceClient } from "@tablewright/runtime";
import type { OrderLineTypes } from "../../../runtime/src/test/shop/index.js";
import { formatState } from "./call-claims.js";
import { type CallKeeper, readError } from "./call-keeper.js";
import { hasIndexes, type LineClass, type LineKey, rowName } from "./lines.js";

export const sharedCounters = 4;
const contestedRows = 6;

/** Calls on rows that every process writes concurrently. */
export class SharedCalls {
  readonly #service: TableServiceClient;
  readonly #line: LineClass;
  readonly #lines: EntityClient<OrderLineTypes>;
  readonly #random: () => number;
  readonly #keeper: CallKeeper;

  constructor(service: TableServiceClient, line: LineClass, random: () => number, keeper: CallKeeper) {
    this.#service = service;
    this.#line = line;
    this.#lines = service.entities(line);
    this.#random = random;
    this.#keeper = keeper;
  }

  async call(): Promise<void> {
    const kind = this.#random();
    if (kind < 0.3) return this.#count();
    if (kind < 0.6) return this.#countInLedger();
    return this.#contest();
  }

  async #count(): Promise<void> {
    const id = this.#keeper.next();
    const key = counterKey("count", this.#pick(sharedCounters));
    const rows = [{ row: rowName(key), kind: "merge" as const, ifMatch: undefined }];
    await this.#keeper.write(id, { kind: "modify of a counter", rows, adds: true }, () =>
      this.#lines.modify(key, ({ quantity }) => ({ set: { sku: id, quantity: quantity + 1 } })),
    );
  }

  /** Increments a counter and, in the same transaction, inserts a row that records the increment. */
  async #countInLedger(): Promise<void> {
    const id = this.#keeper.next();
    const counter = counterKey("ledger", this.#pick(sharedCounters));
    const [letter = "", number = ""] = id.split("-");
    const entry = { customerId: counter.customerId, orderNo: Number(number), lineNo: letter.charCodeAt(0) };
    const read = await this.#lines.get(counter).catch(readError);
    if (read === undefined || "told" in read) return;
    const rows = [
      { row: rowName(counter), kind: "replace" as const, ifMatch: read.$etag },
      { row: rowName(entry), kind: "insert" as const, ifMatch: undefined },
    ];
    // A write to an entity with indexes takes the entity that was read, instead of an ETag.
    const under = hasIndexes(this.#line) ? { from: read } : { ifMatch: read.$etag };
    await this.#keeper.write(id, { kind: "transaction of a counter", rows, adds: true }, () =>
      this.#service.transaction(this.#line.partition(counter), (tx) => {
        tx.replace(this.#line, { ...counter, sku: id, quantity: read.quantity + 1 }, under as never);
        tx.insert(this.#line, { ...entry, sku: id, quantity: 0 });
      }),
    );
  }

  /** Inserts, changes, deletes or reads a row that others insert, change and delete too. */
  async #contest(): Promise<void> {
    const id = this.#keeper.next();
    const key = { customerId: "contested", orderNo: 1, lineNo: 1 + this.#pick(contestedRows) };
    const row = { ...key, sku: id, quantity: 0 };
    const name = rowName(key);
    const send = (kind: "insert" | "insertOrReplace" | "merge" | "delete", ifMatch: ETag | "*" = "*") => {
      const rows = [{ row: name, kind, ifMatch: ifMatch === "*" ? undefined : ifMatch }];
      return this.#keeper.write<unknown>(id, { kind: `contested ${kind}`, rows }, () => {
        if (kind === "merge") return this.#lines.merge(key, { sku: id }, { ifMatch });
        return kind === "delete" ? this.#lines.delete(key, { ifMatch }) : this.#lines[kind](row);
      });
    };
    const choice = this.#pick(6);
    if (choice === 0) await send("insert");
    else if (choice === 1) await send("insertOrReplace");
    else if (choice === 2) await send(this.#random() < 0.5 ? "merge" : "delete");
    else {
      const read = () => this.#lines.get(key);
      const found = await this.#keeper.read(id, name, read, (line) => (line ? { [name]: formatState(line) } : {}));
      if (found === undefined) await send("insert");
      else await send(choice === 3 ? "delete" : "merge", found.$etag);
    }
  }

  #pick(count: number): number {
    return Math.floor(this.#random() * count);
  }
}

export function counterKey(name: "count" | "ledger", index: number): LineKey {
  return { customerId: `${name}-${index}`, orderNo: 0, lineNo: 1 };
}
