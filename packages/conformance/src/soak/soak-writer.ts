import { type EntityClient, type ETag, isTableError, type TableServiceClient } from "@tablewright/runtime";
import { noRowsETag } from "../../../runtime/src/rest/recent-writes.js";
import { OrderLine, type OrderLineTypes } from "../../../runtime/src/test/shop/index.js";
import { isSameRow, type Model, type ModelRow } from "./row-model.js";

type Row = Omit<ModelRow, "$etag">;

/** Planned write, with its expected outcome and the expected contents of its rows. */
interface Step {
  readonly name: string;
  /** Contents of the rows afterwards by row key; undefined for a missing row. */
  readonly after: ReadonlyMap<number, Row | undefined>;
  /** Expected error, which leaves all rows as they are; undefined for success. */
  readonly refusal?: string;
  /** Sends the write. Returns the new ETags by row. The writer reads each row that has none. */
  run(): Promise<ReadonlyMap<number, ETag>>;
}

export interface SoakTally {
  refusals: number;
  unknown: number;
}

const lines = 60;

/**
 * Writer to one partition, one write after the other. It compares each outcome with the expected one. Nobody else
 * writes to the partition, so every outcome is known beforehand.
 */
export class SoakWriter {
  readonly model: Model = new Map();
  /** Number of rows that were written, or should have been. */
  writes = 0;
  readonly #customerId: string;
  readonly #service: TableServiceClient;
  readonly #client: EntityClient<OrderLineTypes>;
  readonly #direct: EntityClient<OrderLineTypes>;
  readonly #random: () => number;
  readonly #tally: SoakTally;
  readonly #stale: ETag[] = [];
  #writeId = 0;

  /** @param direct the client that reaches the server without faults */
  constructor(
    customerId: string,
    service: TableServiceClient,
    direct: TableServiceClient,
    random: () => number,
    tally: SoakTally,
  ) {
    this.#customerId = customerId;
    this.#service = service;
    this.#client = service.entities(OrderLine);
    this.#direct = direct.entities(OrderLine);
    this.#random = random;
    this.#tally = tally;
  }

  async write(): Promise<void> {
    const step = this.#choose();
    this.writes += step.after.size;
    let etags: ReadonlyMap<number, ETag> = new Map();
    let error: unknown;
    try {
      etags = await step.run();
    } catch (thrown) {
      error = thrown;
    }
    if (error === undefined) {
      if (step.refusal !== undefined) throw new Error(`False success of ${step.name}: it must be ${step.refusal}.`);
      return this.#become(step.after, await this.#withReadETags(etags));
    }
    if (isTableError(error) && (error as { outcome?: unknown }).outcome === "unknown") return this.#settle(step);
    if (isTableError(error) && error.code === step.refusal) {
      this.#tally.refusals++;
      return;
    }
    throw new Error(`${step.name} must be ${step.refusal ?? "a success"}, not: ${String(error)}`, { cause: error });
  }

  /** Reads the rows of a write back, and determines its outcome: all of it was applied, or nothing. */
  async #settle(step: Step): Promise<void> {
    this.#tally.unknown++;
    const rows = new Map<number, ModelRow | undefined>();
    for (const lineNo of step.after.keys()) {
      const row = await this.#direct.get(this.#key(lineNo));
      rows.set(lineNo, row && { sku: row.sku, quantity: row.quantity, $etag: row.$etag });
    }
    const isApplied = [...rows].every(([lineNo, row]) => isSameRow(row, step.after.get(lineNo)));
    const isUntouched = [...rows].every(([lineNo, row]) => isSameRow(row, this.model.get(lineNo)));
    if (isApplied && step.refusal === undefined) {
      const etags = [...rows].flatMap(([lineNo, row]): [number, ETag][] => (row ? [[lineNo, row.$etag]] : []));
      this.#become(step.after, new Map(etags));
    } else if (!isUntouched)
      throw new Error(`${step.name} left rows that are neither as before nor as they should be.`);
  }

  /** Reads the ETags of rows whose writes have none to return, because their response was lost. */
  async #withReadETags(etags: ReadonlyMap<number, ETag>): Promise<ReadonlyMap<number, ETag>> {
    const read = new Map(etags);
    for (const [lineNo, etag] of etags) {
      if (etag === noRowsETag) read.set(lineNo, (await this.#direct.getOrThrow(this.#key(lineNo))).$etag);
    }
    return read;
  }

  #become(after: ReadonlyMap<number, Row | undefined>, etags: ReadonlyMap<number, ETag>): void {
    for (const [lineNo, row] of after) {
      const before = this.model.get(lineNo);
      if (before !== undefined) this.#stale[lineNo] = before.$etag;
      const $etag = etags.get(lineNo);
      if (row === undefined) this.model.delete(lineNo);
      else if ($etag === undefined) throw new Error(`No ETag of line ${lineNo}.`);
      else this.model.set(lineNo, { ...row, $etag });
    }
  }

  #choose(): Step {
    const kind = this.#random();
    const present = this.#line(true);
    const absent = this.#line(false);
    if (kind < 0.12 && absent > 0 && present > 0) return this.#transaction(absent, present, kind < 0.01);
    if ((kind < 0.35 && absent > 0) || present < 0) return this.#insert(absent);
    if (kind < 0.37) return { ...this.#insert(present), refusal: "entity.already-exists" };
    if (kind < 0.39 && this.#stale[present] !== undefined) return this.#merge(present, this.#stale[present], true);
    if (kind < 0.4 && absent > 0) return { ...this.#merge(absent, "*"), refusal: "entity.not-found" };
    if (kind < 0.55) return this.#merge(present, this.model.get(present)?.$etag ?? "*");
    if (kind < 0.6) return this.#merge(present, "*");
    if (kind < 0.72) return this.#replace(present);
    if (kind < 0.82) return this.#upsert(absent > 0 && kind < 0.77 ? absent : present);
    if (kind < 0.94) return this.#delete(present, this.#random() < 0.5);
    return this.#modify(present);
  }

  /** Picks a line that does not exist, or one that does and that was preferably written long ago. Returns −1 if there is none. */
  #line(exists: boolean): number {
    const all = exists ? [...this.model.keys()] : Array.from({ length: lines }, (_, index) => index + 1);
    const fitting = exists ? all.slice(0, Math.ceil(all.length / 2)) : all.filter((lineNo) => !this.model.has(lineNo));
    return fitting[Math.floor(this.#random() * fitting.length)] ?? -1;
  }

  #key(lineNo: number) {
    return { customerId: this.#customerId, orderNo: 1, lineNo };
  }

  /** Creates contents that no other write has. */
  #content(): Row {
    const id = ++this.#writeId;
    return { sku: `${this.#customerId}-${id}`, quantity: Math.floor(this.#random() * 1000) };
  }

  #insert(lineNo: number): Step {
    const row = this.#content();
    return this.#step("insert", lineNo, row, () => this.#client.insert({ ...this.#key(lineNo), ...row }));
  }

  #upsert(lineNo: number): Step {
    const row = this.#content();
    const entity = { ...this.#key(lineNo), ...row };
    if (this.#random() < 0.5)
      return this.#step("insertOrReplace", lineNo, row, () => this.#client.insertOrReplace(entity));
    return this.#step("insertOrMerge", lineNo, row, () => this.#client.insertOrMerge(entity));
  }

  #merge(lineNo: number, ifMatch: ETag | "*", isStale = false): Step {
    const { sku } = this.#content();
    const row = { quantity: this.model.get(lineNo)?.quantity ?? 0, sku };
    const step = this.#step("merge", lineNo, row, () => this.#client.merge(this.#key(lineNo), { sku }, { ifMatch }));
    return isStale ? { ...step, refusal: "entity.condition-not-met" } : step;
  }

  #replace(lineNo: number): Step {
    const row = this.#content();
    const ifMatch = this.model.get(lineNo)?.$etag ?? "*";
    return this.#step("replace", lineNo, row, () =>
      this.#client.replace({ ...this.#key(lineNo), ...row }, { ifMatch }),
    );
  }

  #modify(lineNo: number): Step {
    const { sku } = this.#content();
    const quantity = (this.model.get(lineNo)?.quantity ?? 0) + 1;
    return this.#step("modify", lineNo, { sku, quantity }, () =>
      this.#client.modify(this.#key(lineNo), (row) => ({ set: { sku, quantity: row.quantity + 1 } })),
    );
  }

  #delete(lineNo: number, isConditional: boolean): Step {
    const ifMatch = (isConditional ? this.model.get(lineNo)?.$etag : undefined) ?? "*";
    return {
      name: "delete",
      after: new Map([[lineNo, undefined]]),
      run: async () => {
        const existed = await this.#client.delete(this.#key(lineNo), { ifMatch });
        if (!existed) throw new Error(`Line ${lineNo} was not there to be deleted.`);
        return new Map();
      },
    };
  }

  /** Plans two to eight writes. One is invalid if the transaction must fail. */
  #transaction(absent: number, present: number, isRefused: boolean): Step {
    const after = new Map<number, Row | undefined>([[absent, this.#content()]]);
    if (this.#random() < 0.3) after.set(present, undefined);
    else after.set(present, this.#content());
    for (let count = Math.floor(this.#random() * 6); count > 0; count--) {
      const lineNo = 1 + Math.floor(this.#random() * lines);
      if (!after.has(lineNo)) after.set(lineNo, this.#content());
    }
    const run = async () => {
      const results = await this.#service.transaction(OrderLine.partition({ customerId: this.#customerId }), (tx) => {
        for (const [lineNo, row] of after) {
          const rowKey = { orderNo: 1, lineNo };
          const current = this.model.get(lineNo);
          if (row === undefined) tx.delete(OrderLine, rowKey, { ifMatch: current?.$etag ?? "*" });
          else if (current === undefined || (isRefused && lineNo === present))
            tx.insert(OrderLine, { ...rowKey, ...row });
          else tx.replace(OrderLine, { ...rowKey, ...row }, { ifMatch: current.$etag });
        }
      });
      const etags = [...after.keys()].map((lineNo, index) => [lineNo, results[index]?.$etag] as const);
      return new Map(etags.filter((pair): pair is [number, ETag] => pair[1] !== undefined));
    };
    if (isRefused && after.get(present) !== undefined)
      return { name: "transaction", after, refusal: "entity.already-exists", run };
    return { name: "transaction", after, run };
  }

  #step(name: string, lineNo: number, row: Row, send: () => Promise<{ readonly $etag: ETag }>): Step {
    return { name, after: new Map([[lineNo, row]]), run: async () => new Map([[lineNo, (await send()).$etag]]) };
  }
}
