import type { EntityClient, ETag, TableServiceClient } from "@tablewright/runtime";
import type { OrderLineTypes } from "../../../runtime/src/test/shop/index.js";
import { makeBulk } from "./bulk-call.js";
import { formatState } from "./call-claims.js";
import type { CallKeeper } from "./call-keeper.js";
import { hasIndexes, type LineClass, type LineKey, rowName } from "./lines.js";
import { SharedCalls } from "./shared-calls.js";

/** Row whose last write succeeded. */
interface LiveRow {
  readonly $etag: ETag;
  /** Former ETag of a row that was changed. */
  readonly stale: ETag | undefined;
}

type SingleKind = "insert" | "insertOrReplace" | "insertOrMerge" | "merge" | "replace" | "modify";

const rowsOfPartition = 40;

/**
 * Client that makes one call after the other, on rows of its own partitions and on rows that every process writes. Once a call on one of
 * its own rows has an unknown outcome, the client no longer uses that row.
 */
export class CallMaker {
  readonly #name: string;
  readonly #service: TableServiceClient;
  readonly #line: LineClass;
  readonly #lines: EntityClient<OrderLineTypes>;
  readonly #random: () => number;
  readonly #keeper: CallKeeper;
  readonly #shared: SharedCalls;
  readonly #live = new Map<number, LiveRow>();
  #partition = 0;
  #lastLine = 0;

  constructor(name: string, service: TableServiceClient, line: LineClass, random: () => number, keeper: CallKeeper) {
    this.#name = name;
    this.#service = service;
    this.#line = line;
    this.#lines = service.entities(line);
    this.#random = random;
    this.#keeper = keeper;
    this.#shared = new SharedCalls(service, line, random, keeper);
  }

  async call(): Promise<void> {
    if (this.#lastLine >= rowsOfPartition) this.#newPartition();
    const kind = this.#random();
    if (kind < 0.02) return makeBulk(this.#lines, this.#keeper, this.#existingKey());
    if (kind < 0.1) return this.#pair();
    if (kind < 0.26) return this.#shared.call();
    const lines = [...this.#live.keys()];
    const lineNo = lines[Math.floor(this.#random() * lines.length)];
    const row = lineNo === undefined ? undefined : this.#live.get(lineNo);
    if (lineNo === undefined || row === undefined || kind < 0.38) return this.#single("insert", ++this.#lastLine);
    if (kind < 0.52) return this.#single(kind < 0.45 ? "insertOrReplace" : "insertOrMerge", this.#oldOrNew(lineNo));
    if (kind < 0.6) return this.#single("merge", lineNo, this.#condition(row));
    if (kind < 0.67) return this.#single("replace", lineNo, this.#condition(row));
    if (kind < 0.73) return this.#single("modify", lineNo);
    if (kind < 0.8) return this.#delete(lineNo, this.#condition(row));
    if (kind < 0.84) return this.#refused(lineNo, row);
    return kind < 0.94 ? this.#get(lineNo) : this.#query();
  }

  #keyOf(lineNo: number): LineKey {
    return { customerId: `${this.#name}-${this.#partition}`, orderNo: 1, lineNo };
  }

  #newPartition(): void {
    this.#partition++;
    this.#lastLine = 0;
    this.#live.clear();
  }

  #existingKey(): LineKey | undefined {
    const [existing] = this.#live.keys();
    return existing === undefined ? undefined : this.#keyOf(existing);
  }

  #oldOrNew(lineNo: number): number {
    return this.#random() < 0.5 ? lineNo : ++this.#lastLine;
  }

  #condition({ $etag }: LiveRow): ETag | "*" {
    return this.#random() < 0.7 ? $etag : "*";
  }

  async #single(kind: SingleKind, lineNo: number, ifMatch: ETag | "*" = "*"): Promise<void> {
    const id = this.#keeper.next();
    const key = this.#keyOf(lineNo);
    const row = { ...key, sku: id, quantity: Math.floor(this.#random() * 1000) };
    const send = {
      insert: () => this.#lines.insert(row),
      insertOrReplace: () => this.#lines.insertOrReplace(row),
      insertOrMerge: () => this.#lines.insertOrMerge(row),
      merge: () => this.#lines.merge(key, { sku: id }, { ifMatch }),
      replace: () => this.#lines.replace(row, { ifMatch }),
      modify: () => this.#lines.modify(key, ({ quantity }) => ({ set: { sku: id, quantity: quantity + 1 } })),
    };
    const isModify = kind === "modify";
    const claimed = { row: rowName(key), kind: isModify ? ("merge" as const) : kind, ifMatch: etagIn(ifMatch) };
    const written = await this.#keeper.write(id, { kind, rows: [claimed], adds: isModify }, send[kind]);
    this.#settle(lineNo, written?.$etag);
  }

  async #delete(lineNo: number, ifMatch: ETag | "*"): Promise<void> {
    const id = this.#keeper.next();
    const key = this.#keyOf(lineNo);
    const rows = [{ row: rowName(key), kind: "delete" as const, ifMatch: etagIn(ifMatch) }];
    await this.#keeper.write(id, { kind: "delete", rows }, () => this.#lines.delete(key, { ifMatch }));
    this.#settle(lineNo, undefined);
  }

  /** Inserts or replaces a row and inserts another, in one transaction. */
  async #pair(): Promise<void> {
    const id = this.#keeper.next();
    // A transaction replaces an entity with indexes only if the entity was read before. This client does not read it.
    const [oldest] = hasIndexes(this.#line) ? [] : this.#live;
    const [header, row] = oldest !== undefined && this.#random() < 0.5 ? oldest : [++this.#lastLine, undefined];
    const child = ++this.#lastLine;
    const content = { sku: id, quantity: header };
    const { customerId } = this.#keyOf(header);
    const rows = [
      {
        row: rowName(this.#keyOf(header)),
        kind: row ? ("replace" as const) : ("insert" as const),
        ifMatch: row?.$etag,
      },
      { row: rowName(this.#keyOf(child)), kind: "insert" as const, ifMatch: undefined },
    ];
    const written = await this.#keeper.write(id, { kind: "transaction", rows }, () =>
      this.#service.transaction(this.#line.partition({ customerId }), (tx) => {
        if (row === undefined) tx.insert(this.#line, { orderNo: 1, lineNo: header, ...content });
        else tx.replace(this.#line, { orderNo: 1, lineNo: header, ...content }, { ifMatch: row.$etag });
        tx.insert(this.#line, { orderNo: 1, lineNo: child, ...content });
      }),
    );
    for (const [index, lineNo] of [header, child].entries()) this.#settle(lineNo, written?.[index]?.$etag);
  }

  /** Makes a call that the service must reject: an insert of an existing row, a change with an old ETag, or a change of a missing row. */
  async #refused(lineNo: number, { stale }: LiveRow): Promise<void> {
    const id = this.#keeper.next();
    const kind = Math.floor(this.#random() * 3);
    const key = this.#keyOf(kind === 2 ? ++this.#lastLine : lineNo);
    const ifMatch = stale ?? "*";
    const row = { ...key, sku: id, quantity: 0 };
    const isReplace = kind === 2 || (kind === 1 && stale !== undefined);
    const claimed = {
      row: rowName(key),
      kind: isReplace ? ("replace" as const) : ("insert" as const),
      ifMatch: isReplace ? etagIn(ifMatch) : undefined,
    };
    await this.#keeper.write(id, { kind: "to be refused", rows: [claimed] }, () =>
      isReplace ? this.#lines.replace(row, { ifMatch }) : this.#lines.insert(row),
    );
  }

  async #get(lineNo: number): Promise<void> {
    const key = this.#keyOf(lineNo);
    const name = rowName(key);
    const read = () => this.#lines.get(key);
    await this.#keeper.read(this.#keeper.next(), name, read, (row) => (row ? { [name]: formatState(row) } : {}));
  }

  async #query(): Promise<void> {
    const { customerId } = this.#keyOf(1);
    const prefix = rowName(this.#keyOf(1)).replace(/\/.*/, "/");
    const read = () => this.#lines.query({ customerId }).toArray();
    await this.#keeper.read(this.#keeper.next(), prefix, read, (rows) =>
      Object.fromEntries(rows.map((row) => [rowName(row), formatState(row)])),
    );
  }

  #settle(lineNo: number, $etag: ETag | undefined): void {
    const stale = this.#live.get(lineNo)?.$etag;
    this.#live.delete(lineNo);
    if ($etag !== undefined) this.#live.set(lineNo, { $etag, stale });
  }
}

function etagIn(ifMatch: ETag | "*"): string | undefined {
  return ifMatch === "*" ? undefined : ifMatch;
}
