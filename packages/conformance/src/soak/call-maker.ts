import type { BulkItem, EntityClient, ETag, TableServiceClient } from "@tablewright/runtime";
import { OrderLine, type OrderLineTypes } from "../../../runtime/src/test/shop/index.js";
import { type RowState, stateOf } from "./call-journal.js";
import { type CallKeeper, isConflict, type Outcome, outcomeOf } from "./call-keeper.js";

interface Content {
  readonly sku: string;
  readonly quantity: number;
}

/** A row that nobody is in doubt about. */
interface LiveRow extends Content {
  readonly $etag: ETag;
  /** The ETag before, of a row that was changed. */
  readonly stale: ETag | undefined;
}

type LineKey = ReturnType<CallMaker["keyOf"]>;
type Write = (key: LineKey, content: Content) => Promise<{ readonly $etag: ETag }>;

const rowsOfPartition = 40;
const sharedCounters = 4;
const itemsOfBulk = 24;

/**
 * Makes one call after the other: to partitions of its own, whose rows it knows, and to counters that every process
 * writes. A row of which a call did not say what it holds is left alone from then on.
 */
export class CallMaker {
  readonly #name: string;
  readonly #service: TableServiceClient;
  readonly #lines: EntityClient<OrderLineTypes>;
  readonly #random: () => number;
  readonly #keeper: CallKeeper;
  readonly #live = new Map<number, LiveRow>();
  #partition = 0;
  #lastLine = 0;

  constructor(name: string, service: TableServiceClient, random: () => number, keeper: CallKeeper) {
    this.#name = name;
    this.#service = service;
    this.#lines = service.entities(OrderLine);
    this.#random = random;
    this.#keeper = keeper;
  }

  async call(): Promise<void> {
    if (this.#lastLine >= rowsOfPartition) this.#newPartition();
    const kind = this.#random();
    if (kind < 0.02) return this.#bulk();
    if (kind < 0.1) return this.#pair();
    if (kind < 0.16) return this.#countInLedger();
    if (kind < 0.22) return this.#count();
    const lines = [...this.#live.keys()];
    const lineNo = lines[Math.floor(this.#random() * lines.length)];
    const row = lineNo === undefined ? undefined : this.#live.get(lineNo);
    if (lineNo === undefined || row === undefined || kind < 0.36) return this.#single("insert", ++this.#lastLine);
    if (kind < 0.52) return this.#single(kind < 0.45 ? "insertOrReplace" : "insertOrMerge", this.#oldOrNew(lineNo));
    if (kind < 0.6) return this.#single("merge", lineNo, row);
    if (kind < 0.67) return this.#single("replace", lineNo, row);
    if (kind < 0.73) return this.#single("modify", lineNo, row);
    if (kind < 0.8) return this.#delete(lineNo, row);
    if (kind < 0.84) return this.#refused(lineNo, row);
    return kind < 0.94 ? this.#get(lineNo, row) : this.#query();
  }

  keyOf(lineNo: number) {
    return { customerId: `${this.#name}-${this.#partition}`, orderNo: 1, lineNo };
  }

  #newPartition(): void {
    this.#partition++;
    this.#lastLine = 0;
    this.#live.clear();
  }

  #oldOrNew(lineNo: number): number {
    return this.#random() < 0.5 ? lineNo : ++this.#lastLine;
  }

  /** A write of one row that nobody else writes: it succeeds, or says that it cannot tell. */
  async #single(
    kind: "insert" | "insertOrReplace" | "insertOrMerge" | "merge" | "replace" | "modify",
    lineNo: number,
    row?: LiveRow,
  ): Promise<void> {
    const { id } = this.#keeper.next(kind);
    const ifMatch = row?.$etag ?? "*";
    const drawn = Math.floor(this.#random() * 1000);
    const kept = kind === "merge" ? row?.quantity : kind === "modify" ? (row?.quantity ?? 0) + 1 : undefined;
    const content = { sku: id, quantity: kept ?? drawn };
    const whole = { ...this.keyOf(lineNo), ...content };
    const calls = {
      insert: () => this.#lines.insert(whole),
      insertOrReplace: () => this.#lines.insertOrReplace(whole),
      insertOrMerge: () => this.#lines.insertOrMerge(whole),
      merge: () => this.#lines.merge(this.keyOf(lineNo), { sku: id }, { ifMatch }),
      replace: () => this.#lines.replace(whole, { ifMatch }),
      modify: () => this.#lines.modify(this.keyOf(lineNo), (now) => ({ set: { sku: id, quantity: now.quantity + 1 } })),
    };
    const outcome = await this.#keeper.outcome(calls[kind]);
    this.#settle(`${kind} ${id}`, lineNo, content, outcome, "value" in outcome ? outcome.value.$etag : undefined);
  }

  async #delete(lineNo: number, { $etag }: LiveRow): Promise<void> {
    const { id } = this.#keeper.next("delete");
    const ifMatch = this.#random() < 0.5 ? $etag : "*";
    const outcome = await this.#keeper.outcome(() => this.#lines.delete(this.keyOf(lineNo), { ifMatch }));
    if ("value" in outcome && !outcome.value)
      this.#keeper.violation("falsely denied", `delete ${id} says that there was no row`);
    this.#settle(`delete ${id}`, lineNo, undefined, outcome, undefined);
  }

  /** A row is inserted, or changed, together with another: both, or none. */
  async #pair(): Promise<void> {
    const { id } = this.#keeper.next("transaction of header and child");
    const [oldest] = [...this.#live];
    const [header, row] = oldest !== undefined && this.#random() < 0.5 ? oldest : [++this.#lastLine, undefined];
    const child = ++this.#lastLine;
    const content = { sku: id, quantity: header };
    const { customerId } = this.keyOf(header);
    const outcome = await this.#keeper.outcome(() =>
      this.#service.transaction(OrderLine.partition({ customerId }), (tx) => {
        if (row === undefined) tx.insert(OrderLine, { orderNo: 1, lineNo: header, ...content });
        else tx.replace(OrderLine, { orderNo: 1, lineNo: header, ...content }, { ifMatch: row.$etag });
        tx.insert(OrderLine, { orderNo: 1, lineNo: child, ...content });
      }),
    );
    for (const [index, lineNo] of [header, child].entries()) {
      const $etag = "value" in outcome ? outcome.value[index]?.$etag : undefined;
      this.#settle(`transaction ${id}`, lineNo, content, outcome, $etag, id);
    }
  }

  /** Adds one to a counter, and a row of its own to the ledger beside it. */
  async #countInLedger(): Promise<void> {
    const { id, number } = this.#keeper.next("transaction of counter and ledger");
    const customerId = this.#counter("ledger");
    const counter = { orderNo: 0, lineNo: 1 };
    const entry = { orderNo: number, lineNo: this.#name.charCodeAt(0), sku: id, quantity: 0 };
    const read = await this.#lines.get({ customerId, ...counter }).catch(outcomeOf);
    if (read === undefined || "claim" in read) return;
    const counted = { ...counter, sku: id, quantity: read.quantity + 1 };
    const outcome = await this.#keeper.outcome(() =>
      this.#service.transaction(OrderLine.partition({ customerId }), (tx) => {
        tx.replace(OrderLine, counted, { ifMatch: read.$etag });
        tx.insert(OrderLine, entry);
      }),
    );
    this.#keeper.counter(customerId, outcome.claim);
    const row = `${customerId}/${entry.orderNo}/${entry.lineNo}`;
    this.#keeper.row({
      row,
      call: `transaction ${id}`,
      claim: outcome.claim,
      before: undefined,
      after: stateOf(entry),
    });
  }

  async #count(): Promise<void> {
    const { id } = this.#keeper.next("modify of a counter");
    const customerId = this.#counter("count");
    const outcome = await this.#keeper.outcome(() =>
      this.#lines.modify({ customerId, orderNo: 0, lineNo: 1 }, ({ quantity }) => ({
        set: { sku: id, quantity: quantity + 1 },
      })),
    );
    this.#keeper.counter(customerId, outcome.claim);
  }

  #counter(name: "count" | "ledger"): string {
    return `${name}-${Math.floor(this.#random() * sharedCounters)}`;
  }

  /** New rows of three partitions, and one that exists: it must be the only one that is refused. */
  async #bulk(): Promise<void> {
    const { id } = this.#keeper.next("bulk");
    const [existing] = [...this.#live];
    const place = (index: number) => ({ customerId: `${id}-bulk-${index % 3}`, orderNo: 2, lineNo: index + 1 });
    const items = Array.from({ length: itemsOfBulk }, (_, index): BulkItem<OrderLineTypes> => {
      const row = { ...place(index), sku: `${id}-${index}`, quantity: index };
      return index % 4 === 0 ? { insertOrReplace: row } : { insert: row };
    });
    if (existing !== undefined) items.push({ insert: { ...this.keyOf(existing[0]), sku: `${id}-x`, quantity: 0 } });
    const answered = new Set<number>();
    for await (const { index, ...outcome } of this.#lines.bulk(items)) {
      if (answered.has(index)) this.#keeper.violation("doubled", `bulk ${id} gives item ${index} twice`);
      answered.add(index);
      const result = this.#keeper.tell<undefined>(
        outcome.ok ? { claim: "confirmed", value: undefined } : outcomeOf(outcome.error),
      );
      const call = `item ${index} of bulk ${id}`;
      if (existing !== undefined && index === itemsOfBulk) {
        this.#settleRefused(call, existing[0], { sku: `${id}-x`, quantity: 0 }, result);
        continue;
      }
      const { customerId, orderNo, lineNo } = place(index);
      const after = stateOf({ sku: `${id}-${index}`, quantity: index });
      this.#keeper.row({
        row: `${customerId}/${orderNo}/${lineNo}`,
        call,
        claim: result.claim,
        before: undefined,
        after,
      });
      this.#blame(call, result);
    }
    if (answered.size < items.length)
      this.#keeper.violation("lost", `bulk ${id} gave ${answered.size} of ${items.length} outcomes`);
  }

  /** What the service has to refuse: an insert of a row that exists, or a change under an old ETag or of no row. */
  async #refused(lineNo: number, { stale }: LiveRow): Promise<void> {
    const { id } = this.#keeper.next("to be refused");
    const content = { sku: id, quantity: 0 };
    const insert: Write = (key, row) => this.#lines.insert({ ...key, ...row });
    const replace: Write = (key, row) => this.#lines.replace({ ...key, ...row }, { ifMatch: stale ?? "*" });
    const kind = Math.floor(this.#random() * 3);
    const target = kind === 2 ? ++this.#lastLine : lineNo;
    const write = kind === 2 || (kind === 1 && stale !== undefined) ? replace : insert;
    const outcome = await this.#keeper.outcome(() => write(this.keyOf(target), content));
    this.#settleRefused(`refusal ${id}`, target, content, outcome);
  }

  async #get(lineNo: number, row: LiveRow): Promise<void> {
    const { id } = this.#keeper.next("get");
    const outcome = await this.#keeper.outcome(() => this.#lines.get(this.keyOf(lineNo)));
    if (!("value" in outcome)) return;
    const found = outcome.value && stateOf(outcome.value);
    if (found !== stateOf(row)) this.#keeper.violation("misread", `get ${id} gives ${found} for ${stateOf(row)}`);
  }

  async #query(): Promise<void> {
    const { id } = this.#keeper.next("query");
    const { customerId } = this.keyOf(1);
    const outcome = await this.#keeper.outcome(() => this.#lines.query({ customerId }).toArray());
    if (!("value" in outcome)) return;
    const found = new Map(outcome.value.map((row) => [row.lineNo, stateOf(row)]));
    for (const [lineNo, row] of this.#live) {
      if (found.get(lineNo) === stateOf(row)) continue;
      this.#keeper.violation("misread", `query ${id} gives ${found.get(lineNo)} for ${stateOf(row)}`);
    }
  }

  /** What a row holds after a write of it, as far as its outcome tells. */
  #settle(
    call: string,
    lineNo: number,
    content: Content | undefined,
    outcome: Outcome<unknown>,
    $etag: ETag | undefined,
    transaction?: string,
  ): void {
    const row = this.#live.get(lineNo);
    this.#keep(call, lineNo, outcome, content && stateOf(content), transaction);
    this.#blame(call, outcome);
    this.#live.delete(lineNo);
    if (outcome.claim !== "confirmed" || content === undefined) return;
    if ($etag === undefined) this.#keeper.violation("falsely confirmed", `${call} gives no ETag`);
    else this.#live.set(lineNo, { ...content, $etag, stale: row?.$etag });
  }

  #settleRefused(call: string, lineNo: number, content: Content, outcome: Outcome<unknown>): void {
    this.#keep(call, lineNo, outcome, stateOf(content));
    if (outcome.claim === "confirmed") this.#keeper.violation("falsely confirmed", `${call}, which had to be refused`);
    if (outcome.claim !== "denied") this.#live.delete(lineNo);
  }

  #keep(call: string, lineNo: number, { claim }: Outcome<unknown>, after: RowState, transaction?: string): void {
    const { customerId, orderNo } = this.keyOf(lineNo);
    const row = this.#live.get(lineNo);
    const entry = { row: `${customerId}/${orderNo}/${lineNo}`, call, claim, before: row && stateOf(row), after };
    this.#keeper.row(transaction === undefined ? entry : { ...entry, transaction });
  }

  #blame(call: string, outcome: Outcome<unknown>): void {
    if (outcome.claim === "denied" && isConflict(outcome.error))
      this.#keeper.violation("falsely denied", `${call}: ${outcome.error.code}, and nobody else writes here`);
  }
}
