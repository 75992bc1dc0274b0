import { type HttpRequest, SharedKeyCredential, TableServiceClient } from "@tablewright/runtime";
import { type Dispatcher, Pool } from "undici";
import type { AnySubject } from "../subjects/subject.js";
import { account, accountKey, rowsPerTransaction, type SubjectName, subjects } from "../subjects/subjects.js";
import { type Driver, inFlight } from "./driver.js";
import { type BareResponse, continuation, Exchange } from "./exchange.js";
import { generated } from "./tablewright.js";

const signed = [
  "x-ms-version",
  "2019-02-02",
  "x-ms-date",
  "Sat, 18 May 2024 02:40:07 GMT",
  "Authorization",
  `SharedKeyLite ${account}:${"0".repeat(43)}=`,
];
const accepts = (level: string) => [
  "Accept",
  `application/json;odata=${level}`,
  "DataServiceVersion",
  "3.0",
  ...signed,
];
const levels = { minimal: accepts("minimalmetadata"), none: accepts("nometadata") };

export function open(endpoint: string, name: SubjectName): Driver {
  return openFor(endpoint, subjects[name], name);
}

function openFor(endpoint: string, { table, keyOf, keysOf, isRead, measured }: AnySubject, name: SubjectName): Driver {
  const pool = new Pool(endpoint, { connections: 64, pipelining: 1, keepAliveTimeout: 60_000 });
  const send = (
    method: Dispatcher.HttpMethod,
    path: string,
    headers: string[],
    body: string | Uint8Array | null = null,
  ) =>
    new Promise<BareResponse>((resolve, reject) => {
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
    requests ??= sentRequests(endpoint, name, rowsPerTransaction);
    return requests;
  };

  const { PartitionKey } = keysOf(keyOf(0));
  const address = (n: number) =>
    `/${table}(PartitionKey='${encodeURIComponent(PartitionKey)}',RowKey='${keysOf(keyOf(n)).RowKey}')`;
  const addresses = Array.from({ length: rowsPerTransaction }, (_, n) => address(n));
  const inPartition = `PartitionKey eq '${PartitionKey}'`;
  async function count(query: string, headers: string[]): Promise<number> {
    let rows = 0;
    let next: string | undefined = "";
    while (next !== undefined) {
      const response = await send("GET", `/${table}()?${query}${next}`, headers);
      next = continuation(response);
      const page = JSON.parse(response.body.toString()) as { readonly value: readonly object[] };
      for (const row of page.value) if (isRead(row)) rows++;
    }
    return rows;
  }
  const transaction = async () => (await repeat((await sent()).transaction)).body.toString();
  return {
    query: (metadata) => count(`$filter=${encodeURIComponent(inPartition)}`, levels[metadata]),
    select: () =>
      count(
        `$filter=${encodeURIComponent(`${inPartition} and ${measured} gt 0.0`)}&$select=${measured}`,
        levels.minimal,
      ),
    async get(n) {
      const path = addresses[n % addresses.length] as string;
      return JSON.parse((await send("GET", path, levels.minimal)).body.toString());
    },
    insert: async (n) => repeat((await sent()).inserts[n % rowsPerTransaction] as HttpRequest),
    merge: async (n) => repeat((await sent()).merges[n % rowsPerTransaction] as HttpRequest),
    transaction,
    bulk: (count) => inFlight(count / rowsPerTransaction, 16, transaction),
  };
}

/** Requests that Tablewright sends. */
interface SentRequests {
  /** Requests that insert a sample, one request for each sample. */
  readonly inserts: readonly HttpRequest[];
  /** Requests that merge one property into a sample, one request for each sample. */
  readonly merges: readonly HttpRequest[];
  /** Request for a transaction that inserts all samples. */
  readonly transaction: HttpRequest;
}

/** Captures the requests that Tablewright sends, which this driver repeats. */
async function sentRequests(endpoint: string, name: SubjectName, count: number): Promise<SentRequests> {
  const { entity, partition, sample, keyOf, measured } = generated(name);
  const sent: HttpRequest[] = [];
  const transport = (request: HttpRequest) => {
    const { body, method } = request;
    // Code without a client encodes the body from text for each request, so this driver does too. The requests that read rows back, to
    // find out whether a write without a response was applied, are not repeated.
    if (method !== "GET")
      sent.push({ ...request, body: typeof body === "string" ? body : Buffer.from(body ?? []).toString() });
    return Promise.reject(new Error("Nothing is sent."));
  };
  const credential = new SharedKeyCredential(account, accountKey);
  const service = new TableServiceClient(`${endpoint}/${account}`, credential, { transport, retry: false });
  const client = service.entities(entity);
  const rows = Array.from({ length: count }, (_, n) => sample(n));
  for (const row of rows) await client.insert(row).catch(() => undefined);
  for (let n = 0; n < count; n++)
    await client.merge(keyOf(n), { [measured]: n + 0.5 }, { ifMatch: "*" }).catch(() => undefined);
  const writing = service.transaction(entity.partition(partition), (tx) => {
    for (const row of rows) tx.insert(entity, row);
  });
  await writing.catch(() => undefined);
  const [inserts, merges, [transaction]] = [sent.slice(0, count), sent.slice(count, 2 * count), sent.slice(2 * count)];
  if (transaction === undefined || sent.length !== 2 * count + 1) throw new Error("Not every request was made.");
  return { inserts, merges, transaction };
}
