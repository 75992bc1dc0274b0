import { AsyncResource } from "node:async_hooks";

/** Request in a {@link DispatchQueue}, a linked list. Only the queue reads and writes the optional members. */
export interface QueuedRequest {
  before?: QueuedRequest | undefined;
  after?: QueuedRequest | undefined;
  /**
   * Asynchronous context in which the request was added, if it has to wait. The type is written out, because declarations need no types of
   * Node.
   */
  context?: { runInAsyncScope(run: () => void, self: QueuedRequest): void } | undefined;
  start(): void;
}

/**
 * Queue of the requests to one host. Only as many requests are in flight as there may be connections. The others wait in the order of their
 * arrival. An aborted request leaves the queue in constant time, but undici's own queue would keep it until a connection is free.
 */
export class DispatchQueue {
  #free: number;
  #first: QueuedRequest | undefined;
  #last: QueuedRequest | undefined;
  #isStarting = false;
  readonly #limit: number;
  #onIdle: (() => void) | undefined;

  constructor(limit: number) {
    this.#limit = limit;
    this.#free = limit;
  }

  /** Starts the request, now or when a connection is free. The caller calls {@link release} when the request has ended. */
  add(request: QueuedRequest): void {
    if (this.#free > 0) {
      this.#free--;
      request.start();
      return;
    }
    // The request is started when another one ends, which belongs to another call and perhaps to another span. So it needs its own
    // asynchronous context.
    request.context = new AsyncResource("tablewright.request");
    request.before = this.#last;
    if (this.#last === undefined) this.#first = request;
    else this.#last.after = request;
    this.#last = request;
  }

  /** Removes a request from the queue before it has started. */
  remove(request: QueuedRequest): void {
    const { before, after } = request;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    request.before = undefined;
    request.after = undefined;
  }

  /** Frees the connection of a request that has ended, and starts the next request. */
  release(): void {
    this.#free++;
    // If a request ends at once, it calls this method again while the loop below starts it. The loop then continues, so that the stack does
    // not grow.
    if (this.#isStarting) return;
    this.#isStarting = true;
    for (let next = this.#first; next !== undefined && this.#free > 0; next = this.#first) {
      this.remove(next);
      this.#free--;
      next.context?.runInAsyncScope(next.start, next);
    }
    this.#isStarting = false;
    if (this.#free === this.#limit) this.#onIdle?.();
  }

  /** Resolves when no request is waiting or in flight. Called only after the last request has been added. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#free === this.#limit) resolve();
      else this.#onIdle = resolve;
    });
  }
}
