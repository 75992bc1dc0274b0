import { type Dispatcher, Pool } from "undici";
import { account, rowsPerTransaction, sample, samples } from "../samples.js";
import { Reading } from "../tables.gen/index.js";
import { type Driver, inFlight } from "./driver.js";

interface Answer {
  readonly body: Buffer;
  readonly headers: readonly Buffer[];
}

/** undici's own shape of a handler, for which it parses no headers: the least that a request can cost. */
class Exchange {
  readonly #chunks: Buffer[] = [];
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: Error) => void;
  #headers: readonly Buffer[] = [];

  constructor(resolve: (answer: Answer) => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onConnect(): void {}

  onHeaders(status: number, headers: readonly Buffer[]): boolean {
    if (status >= 300) throw new Error(`The stub answered ${status}.`);
    this.#headers = headers;
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.#chunks.push(chunk);
    return true;
  }

  onComplete(): void {
    const [first] = this.#chunks;
    const body = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    this.#resolve({ body, headers: this.#headers });
  }

  onError(error: Error): void {
    this.#reject(error);
  }
}

function continuation({ headers }: Answer): string | undefined {
  let query = "";
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]?.toString("latin1") ?? "";
    if (name.startsWith("x-ms-continuation-"))
      query += `&${name.slice(18)}=${encodeURIComponent(String(headers[i + 1]))}`;
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
const create = ["Content-Type", "application/json", ...minimal, "Prefer", "return-no-content"];

const readHeaders = [...minimal, ...signed];
const bareHeaders = [...bare, ...signed];
const createHeaders = [...create, ...signed];
const batchHeaders = ["Content-Type", "multipart/mixed; boundary=batch_0", "DataServiceVersion", "3.0", ...signed];

function rowBody(n: number): string {
  const { partitionKey, rowKey } = Reading.key(sample(n));
  return JSON.stringify({ PartitionKey: partitionKey, RowKey: rowKey, ...new Reading(sample(n)).toJSON() });
}

function batchBody(): string {
  const parts = samples(rowsPerTransaction).map(
    (_, n) =>
      `--changeset_0\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n` +
      `POST http://127.0.0.1/${account}/Readings HTTP/1.1\r\nContent-Type: application/json\r\n` +
      `Accept: application/json;odata=minimalmetadata\r\nDataServiceVersion: 3.0\r\nPrefer: return-no-content\r\n\r\n${rowBody(n)}\r\n`,
  );
  const head = "--batch_0\r\nContent-Type: multipart/mixed; boundary=changeset_0\r\n\r\n";
  return `${head}${parts.join("")}--changeset_0--\r\n--batch_0--\r\n`;
}

export function open(endpoint: string): Driver {
  const pool = new Pool(endpoint, { connections: 64, pipelining: 1, keepAliveTimeout: 60_000 });
  const send = (method: Dispatcher.HttpMethod, path: string, headers: string[], body: string | null = null) =>
    new Promise<Answer>((resolve, reject) => {
      pool.dispatch({ method, path: `/${account}${path}`, headers, body }, new Exchange(resolve, reject));
    });

  const rowKeys = samples(rowsPerTransaction).map((row) => Reading.key(row).rowKey);
  const rows = rowKeys.map((_, n) => rowBody(n));
  const batch = batchBody();
  const transaction = async () => (await send("POST", "/$batch", batchHeaders, batch)).body.toString();
  return {
    async query(metadata) {
      let count = 0;
      let next: string | undefined = "";
      while (next !== undefined) {
        const path = `/Readings()?$filter=${encodeURIComponent("PartitionKey eq 'dev!d1'")}${next}`;
        const answer = await send("GET", path, metadata === "none" ? bareHeaders : readHeaders);
        next = continuation(answer);
        const page = JSON.parse(answer.body.toString()) as {
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
    insert: (n) => send("POST", "/Readings", createHeaders, rows[n % rows.length] as string),
    transaction,
    bulk: (count) => inFlight(count / rowsPerTransaction, 16, transaction),
  };
}
