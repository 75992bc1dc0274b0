/** A request that waits for its turn; the fields belong to the queue. */
export interface QueuedRequest {
  before?: QueuedRequest | undefined;
  after?: QueuedRequest | undefined;
  start(): void;
}

/**
 * The requests to one host: at most as many under way as there are connections, the others in the order of their arrival. A request that
 * is aborted while it waits leaves in constant time. undici's own queue keeps it until a connection comes to it.
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

  /** Starts the request, now or when it is its turn; {@link release} follows its end. */
  add(request: QueuedRequest): void {
    if (this.#free > 0) {
      this.#free--;
      request.start();
      return;
    }
    request.before = this.#last;
    if (this.#last === undefined) this.#first = request;
    else this.#last.after = request;
    this.#last = request;
  }

  /** Takes out a request that was not started. */
  remove(request: QueuedRequest): void {
    const { before, after } = request;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    request.before = undefined;
    request.after = undefined;
  }

  /** A request that was started has ended. */
  release(): void {
    this.#free++;
    // A request may end while it is started; a loop, not a call for each, keeps the stack flat.
    if (this.#isStarting) return;
    this.#isStarting = true;
    for (let next = this.#first; next !== undefined && this.#free > 0; next = this.#first) {
      this.remove(next);
      this.#free--;
      next.start();
    }
    this.#isStarting = false;
    if (this.#free === this.#limit) this.#onIdle?.();
  }

  /** Resolves when nothing waits or is under way; called once no more requests are added. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#free === this.#limit) resolve();
      else this.#onIdle = resolve;
    });
  }
}
