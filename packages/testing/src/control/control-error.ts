/** Error of a request that controls a server. */
export class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "ControlError";
    this.status = status;
  }
}
