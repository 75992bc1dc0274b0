import { CallQueue } from "../connection/call-queue.js";
import type { CallOptions } from "../connection/connection.js";
import { LinkedAbort } from "../connection/linked-abort.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { checkComparisons } from "./plan-query.js";
import type { QueryOptions } from "./query-options.js";
import { type PageRequest, type PageSource, type QueryResponse, readResponses } from "./read-responses.js";

/** A query as its reader sees it: what to request and how to decode the rows. */
export interface RowSource<R> extends PageSource {
  readonly options: QueryOptions;
  /** Rows wanted in total; undefined for all. */
  readonly limit: number | undefined;
  /** A payload as a row, or undefined for one to skip. */
  decode(payload: EntityPayload): R | undefined;
  /** The same query for payloads that hold only what is needed to count them. */
  counted(): RowSource<unknown>;
  /** Reads several responses at a time. They come in no order, so there are no pages. */
  readonly readUnordered?: ((source: PageSource, request: PageRequest) => AsyncIterable<QueryResponse>) | undefined;
}

export function responsesOf<R>(source: RowSource<R>, call: CallOptions): AsyncIterable<QueryResponse> {
  const request = requestOf(source, source.limit, call, undefined);
  return source.readUnordered?.(source, request) ?? readResponses(source, request, { filter: 0 });
}

/**
 * @param size rows of one page; as many as the service returns where undefined
 * @throws TableError `query.too-many-comparisons`
 */
export function requestOf<R>(
  { connection, options, plan }: RowSource<R>,
  limit: number | undefined,
  { signal, timeoutMs }: CallOptions,
  size: number | undefined,
): PageRequest {
  checkComparisons(plan, options.maxComparisons ?? connection.limits.comparisons);
  const max = Number.POSITIVE_INFINITY;
  const isLimited = size !== undefined || limit !== undefined;
  const top = isLimited ? Math.min(size ?? max, limit ?? max, connection.limits.pageSize) : undefined;
  return { top, limit, prefetch: options.prefetch ?? 1, call: { signal, timeoutMs } };
}

type Result<R> = IteratorResult<R, void>;

/**
 * Row by row, each decoded when it is wanted. Written by hand, because a row that has arrived takes one turn of the
 * microtask queue and one promise this way, and several of both in an async generator.
 */
export class RowIterator<R> implements AsyncIterator<R, void> {
  readonly #source: RowSource<R>;
  readonly #call: CallOptions;
  #responses: AsyncIterator<QueryResponse, void> | undefined;
  #abort: LinkedAbort | undefined;
  #rows: readonly EntityPayload[] = [];
  #index = 0;
  #remaining: number;
  #isEnded = false;
  readonly #waiting = new CallQueue();

  constructor(source: RowSource<R>, call: CallOptions) {
    this.#source = source;
    this.#call = call;
    this.#remaining = source.limit ?? Number.POSITIVE_INFINITY;
  }

  next(): Promise<Result<R>> {
    if (this.#waiting.isEmpty) {
      try {
        const row = this.#take();
        if (row !== undefined) return Promise.resolve({ done: false, value: row });
      } catch (error) {
        return this.#fail(error);
      }
    }
    return this.#waiting.add(() => this.#nextReceived());
  }

  async return(): Promise<Result<R>> {
    await this.#end();
    return { done: true, value: undefined };
  }

  /** The next row of those that have arrived. */
  #take(): R | undefined {
    while (this.#index < this.#rows.length && this.#remaining > 0) {
      const row = this.#source.decode(this.#rows[this.#index++] as EntityPayload);
      if (row === undefined) continue;
      this.#remaining--;
      return row;
    }
    return undefined;
  }

  async #nextReceived(): Promise<Result<R>> {
    try {
      for (;;) {
        const row = this.#take();
        if (row !== undefined) return { done: false, value: row };
        if (this.#isEnded || this.#remaining === 0) return await this.return();
        this.#rows = [];
        this.#index = 0;
        this.#responses ??= this.#begin();
        const response = await this.#responses.next();
        if (response.done === true) this.#isEnded = true;
        // `return` may have been called meanwhile.
        else if (!this.#isEnded) this.#rows = response.value.rows;
      }
    } catch (error) {
      // `return` was called meanwhile, which aborted the request.
      if (this.#isEnded) return { done: true, value: undefined };
      return await this.#fail(error);
    }
  }

  #begin(): AsyncIterator<QueryResponse, void> {
    this.#abort = new LinkedAbort(this.#call.signal);
    const call = { ...this.#call, signal: this.#abort.signal };
    return responsesOf(this.#source, call)[Symbol.asyncIterator]();
  }

  async #fail(error: unknown): Promise<never> {
    await this.#end();
    throw error;
  }

  async #end(): Promise<void> {
    this.#isEnded = true;
    this.#rows = [];
    // A generator ends only when the response that it awaits has come or failed: the abort makes it fail.
    this.#abort?.end();
    await this.#responses?.return?.();
  }
}
