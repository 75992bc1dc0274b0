import type { Dispatcher } from "undici";

type Headers = Record<string, string | string[] | undefined>;

export interface BareResponse {
  readonly body: Buffer;
  readonly headers: Headers;
}

/** Minimal handler for one exchange, in the shape that undici documents. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #chunks: Buffer[] = [];
  readonly #resolve: (response: BareResponse) => void;
  readonly #reject: (error: Error) => void;
  #headers: Headers = {};

  constructor(resolve: (response: BareResponse) => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status >= 300) throw new Error(`The stub answered ${status}.`);
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    const body = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    this.#resolve({ body, headers: this.#headers });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}

/** Returns the text to append to the query's URL for the next page; undefined after the last page. */
export function continuation({ headers }: BareResponse): string | undefined {
  let query = "";
  for (const name of ["NextPartitionKey", "NextRowKey"]) {
    const value = headers[`x-ms-continuation-${name.toLowerCase()}`];
    if (value !== undefined) query += `&${name}=${encodeURIComponent(String(value))}`;
  }
  return query === "" ? undefined : query;
}
