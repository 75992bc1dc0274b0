/** The write that succeeded last: its answer shows what the service's clock was. Kept as it came, and read when that matters. */
export class LastWrite {
  headers: readonly string[] = [];
  /** `performance.now()` around the attempt that was answered. */
  sentAt = 0;
  receivedAt = 0;

  record(headers: readonly string[], sentAt: number, receivedAt: number): void {
    this.headers = headers;
    this.sentAt = sentAt;
    this.receivedAt = receivedAt;
  }
}
