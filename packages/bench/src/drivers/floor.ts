import { type HttpRequest, SharedKeyCredential, TableServiceClient } from "@tablewright/runtime";
import { type Dispatcher, Pool } from "undici";
import { account, accountKey, rowsPerTransaction, samples } from "../samples.js";
import { Reading } from "../tables.gen/index.js";
import { type Driver, inFlight } from "./driver.js";

type Headers = Record<string, string | string[] | undefined>;

interface FloorResponse {
  readonly body: Buffer;
  readonly headers: Headers;
}

/** The documented shape of a handler, with nothing in it. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #chunks: Buffer[] = [];
  readonly #resolve: (response: FloorResponse) => void;
  readonly #reject: (error: Error) => void;
  #headers: Headers = {};

  constructor(resolve: (response: FloorResponse) => void, reject: (error: Error) => void) {
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

function continuation({ headers }: FloorResponse): string | undefined {
  let query = "";
  for (const name of ["NextPartitionKey", "NextRowKey"]) {
    const value = headers[`x-ms-continuation-${name.toLowerCase()}`];
    if (value !== undefined) query += `&${name}=${encodeURIComponent(String(value))}`;
  }
  return query === "" ? undefined : query;
}

const signed = [
  "x-ms-version",
  "2019-02-02",
  "x-ms-date",
  "Sat, 18 May 2024 02:40:07 GMT",
  "Authorization",
  `SharedKeyLite ${account}:${"0".repeat(43)}=`,
];
const minimal = ["Accept", "application/json;odata=minimalmetadata", "DataServiceVersion", "3.0"];
const bare = ["Accept", "application/json;odata=nometadata", "DataServiceVersion", "3.0"];

const readHeaders = [...minimal, ...signed];
const bareHeaders = [...bare, ...signed];
export function open(endpoint: string): Driver {
  const pool = new Pool(endpoint, { connections: 64, pipelining: 1, keepAliveTimeout: 60_000 });
  const send = (
    method: Dispatcher.HttpMethod,
    path: string,
    headers: string[],
    body: string | Uint8Array | null = null,
  ) =>
    new Promise<FloorResponse>((resolve, reject) => {
      pool.dispatch({ method, path: `/${account}${path}`, headers, body }, new Exchange(resolve, reject));
    });
  const repeat = ({ method, url, headers, body }: HttpRequest) =>
    send(
      method as Dispatcher.HttpMethod,
      url.slice(`${endpoint}/${account}`.length),
      headers as string[],
      body ?? null,
    );
  let requests: ReturnType<typeof sentRequests> | undefined;
  const sent = () => {
    requests ??= sentRequests(endpoint, rowsPerTransaction);
    return requests;
  };

  const rowKeys = samples(rowsPerTransaction).map((row) => Reading.key(row).rowKey);
  const transaction = async () => (await repeat((await sent()).transaction)).body.toString();
  return {
    async query(metadata) {
      let count = 0;
      let next: string | undefined = "";
      while (next !== undefined) {
        const path = `/Readings()?$filter=${encodeURIComponent("PartitionKey eq 'dev!d1'")}${next}`;
        const response = await send("GET", path, metadata === "none" ? bareHeaders : readHeaders);
        next = continuation(response);
        const page = JSON.parse(response.body.toString()) as {
          readonly value: readonly { readonly readingNo: number }[];
        };
        for (const row of page.value) if (row.readingNo >= 0) count++;
      }
      return count;
    },
    async get(n) {
      const path = `/Readings(PartitionKey='dev!d1',RowKey='${rowKeys[n % rowKeys.length]}')`;
      return JSON.parse((await send("GET", path, readHeaders)).body.toString());
    },
    insert: async (n) => repeat((await sent()).inserts[n % rowsPerTransaction] as HttpRequest),
    transaction,
    bulk: (count) => inFlight(count / rowsPerTransaction, 16, transaction),
  };
}

/** The requests that Tablewright sends for one insert of each sample, and for a transaction of all: what the floor repeats. */
async function sentRequests(
  endpoint: string,
  count: number,
): Promise<{ readonly inserts: readonly HttpRequest[]; readonly transaction: HttpRequest }> {
  const sent: HttpRequest[] = [];
  const transport = (request: HttpRequest) => {
    const { body } = request;
    // As the text that whoever has no client begins with.
    sent.push({ ...request, body: typeof body === "string" ? body : Buffer.from(body ?? []).toString() });
    return Promise.reject(new Error("Nothing is sent."));
  };
  const credential = new SharedKeyCredential(account, accountKey);
  const service = new TableServiceClient(`${endpoint}/${account}`, credential, { transport, retry: false });
  const rows = samples(count);
  for (const row of rows)
    await service
      .entities(Reading)
      .insert(row)
      .catch(() => undefined);
  const transaction = service.transaction(Reading.partition({ deviceId: "d1" }), (tx) => {
    for (const row of rows) tx.insert(Reading, row);
  });
  await transaction.catch(() => undefined);
  const last = sent.pop();
  if (last === undefined || sent.length !== count) throw new Error("Not every request was made.");
  return { inserts: sent, transaction: last };
}
