import { CallQueue } from "../connection/call-queue.js";
import type { CallOptions } from "../connection/connection.js";
import { LinkedAbort } from "../connection/linked-abort.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { Answer } from "./read-answers.js";
import { answersOf, type RowSource } from "./row-source.js";

type Result<R> = IteratorResult<R, void>;

/**
 * Row by row, each decoded when it is asked for. By hand, because a row that is already there takes one turn of the
 * microtask queue and one promise this way, and several of both in an async generator.
 */
export class RowIterator<R> implements AsyncIterator<R, void> {
  readonly #source: RowSource<R>;
  readonly #call: CallOptions;
  #answers: AsyncIterator<Answer, void> | undefined;
  #abort: LinkedAbort | undefined;
  #rows: readonly EntityPayload[] = [];
  #at = 0;
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
    return this.#waiting.add(() => this.#nextAnswered());
  }

  async return(): Promise<Result<R>> {
    await this.#end();
    return { done: true, value: undefined };
  }

  /** The next row of the answers that are there. */
  #take(): R | undefined {
    while (this.#at < this.#rows.length && this.#remaining > 0) {
      const row = this.#source.decode(this.#rows[this.#at++] as EntityPayload);
      if (row === undefined) continue;
      this.#remaining--;
      return row;
    }
    return undefined;
  }

  async #nextAnswered(): Promise<Result<R>> {
    try {
      for (;;) {
        const row = this.#take();
        if (row !== undefined) return { done: false, value: row };
        if (this.#isEnded || this.#remaining === 0) return await this.return();
        this.#rows = [];
        this.#at = 0;
        this.#answers ??= this.#begin();
        const answer = await this.#answers.next();
        if (answer.done === true) this.#isEnded = true;
        // It may have been told to end while it waited.
        else if (!this.#isEnded) this.#rows = answer.value.rows;
      }
    } catch (error) {
      // Told to end while it waited: what it waited for was aborted.
      if (this.#isEnded) return { done: true, value: undefined };
      return await this.#fail(error);
    }
  }

  #begin(): AsyncIterator<Answer, void> {
    this.#abort = new LinkedAbort(this.#call.signal);
    const call = { ...this.#call, signal: this.#abort.signal };
    return answersOf(this.#source, call)[Symbol.asyncIterator]();
  }

  async #fail(error: unknown): Promise<never> {
    await this.#end();
    throw error;
  }

  async #end(): Promise<void> {
    this.#isEnded = true;
    this.#rows = [];
    // A generator ends when the answer that it waits for has come; this brings that about.
    this.#abort?.end();
    await this.#answers?.return?.();
  }
}
