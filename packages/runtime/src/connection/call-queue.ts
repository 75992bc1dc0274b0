/** Calls of an iterator that have to wait: run one at a time, in their order, even after one of them failed. */
export class CallQueue {
  #pending = 0;
  #last: Promise<unknown> = Promise.resolve();

  get isEmpty(): boolean {
    return this.#pending === 0;
  }

  add<T>(call: () => Promise<T>): Promise<T> {
    const started = this.#pending++ === 0 ? call() : this.#last.then(call);
    const result = started.finally(() => {
      this.#pending--;
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}
