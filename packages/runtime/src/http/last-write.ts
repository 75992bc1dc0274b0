/**
 * The write that succeeded last: its answer shows what the service's clock was. Kept as it came, and read when that
 * matters; private, because a server may repeat secrets in its headers.
 */
export class LastWrite {
  #headers: readonly string[] = [];
  #sentAt = 0;
  #receivedAt = 0;

  get headers(): readonly string[] {
    return this.#headers;
  }

  /** `performance.now()` before the attempt that was answered. */
  get sentAt(): number {
    return this.#sentAt;
  }

  /** `performance.now()` after it. */
  get receivedAt(): number {
    return this.#receivedAt;
  }

  record(headers: readonly string[], sentAt: number, receivedAt: number): void {
    this.#headers = headers;
    this.#sentAt = sentAt;
    this.#receivedAt = receivedAt;
  }
}
