import type { RawRequest, RawResponse, Server } from "./server.js";
import type { Level, Step, Write } from "./steps.js";

/** Outcome of a step, without values that always differ between two servers: times, ETags, URLs, messages. */
export interface Outcome {
  readonly status: number;
  readonly code: string | undefined;
  readonly etag: boolean;
  /** Outcomes of the parts of a transaction. */
  readonly parts?: readonly { readonly status: number; readonly code: string | undefined; readonly index: number }[];
  readonly body?: unknown;
}

const staleETag = "W/\"datetime'2001-02-03T04%3A05%3A06.0000001Z'\"";
const formats: Readonly<Record<Level, string>> = {
  nometadata: "application/json;odata=nometadata",
  minimalmetadata: "application/json;odata=minimalmetadata",
  fullmetadata: "application/json;odata=fullmetadata",
};

/** Run of one sequence on one server. Its tables have their own names, and `end` deletes them. */
export class Play {
  readonly #server: Server;
  readonly #prefix: string;
  /** Last ETags from this server, by path. */
  readonly #etags = new Map<string, string>();

  /** @param prefix the beginning of the names of the run's tables: letters and digits */
  constructor(server: Server, prefix: string) {
    this.#server = server;
    this.#prefix = prefix;
  }

  /** Runs a step. Returns one outcome, or one for each page. */
  async step(step: Step): Promise<Outcome[]> {
    switch (step.kind) {
      case "createTable":
        return [await this.#send(request("POST", "/Tables", { TableName: this.#table(step.table) }))];
      case "deleteTable":
        return [await this.#send(request("DELETE", `/Tables('${this.#table(step.table)}')`))];
      case "listTables":
        return this.#pages("/Tables", {
          $filter: `TableName ge '${this.#table(0)}' and TableName le '${this.#table(1)}'`,
          $top: step.top?.toString(),
        });
      case "write": {
        const prefer: Record<string, string> =
          step.write.operation === "insert" ? { prefer: step.echo ? "return-content" : "return-no-content" } : {};
        return [await this.#send(this.#write(step.table, step.write, prefer))];
      }
      case "get":
        return [await this.#send(request("GET", this.#path(step.table, step), undefined, accept(step.level)))];
      case "query": {
        const { filter, select, top } = step;
        const options = { $filter: filter, $select: select, $top: top?.toString() };
        return this.#pages(`/${this.#table(step.table)}()`, options, accept(step.level));
      }
      case "transaction":
        return [await this.#transaction(step.table, step.writes)];
    }
  }

  async end(): Promise<void> {
    for (const table of [0, 1]) await this.#server.send(request("DELETE", `/Tables('${this.#table(table)}')`));
  }

  #table(number: number): string {
    return `${this.#prefix}t${number}`;
  }

  #path(table: number, { partitionKey, rowKey }: { readonly partitionKey: string; readonly rowKey: string }): string {
    const quoted = (key: string) => encodeURIComponent(key.replaceAll("'", "''"));
    return `/${this.#table(table)}(PartitionKey='${quoted(partitionKey)}',RowKey='${quoted(rowKey)}')`;
  }

  #write(table: number, write: Write, headers: Readonly<Record<string, string>>): RawRequest {
    const { operation, partitionKey, rowKey, properties, condition } = write;
    const body = { PartitionKey: partitionKey, RowKey: rowKey, ...properties };
    if (operation === "insert") return request("POST", `/${this.#table(table)}`, body, headers);
    const path = this.#path(table, write);
    const matches = { none: undefined, any: "*", seen: this.#etags.get(path) ?? staleETag, stale: staleETag }[
      condition
    ];
    // Every deletion has a condition: the service and Azurite both reject one without it, but with different errors.
    const ifMatch = operation === "delete" ? (matches ?? "*") : matches;
    const conditional: Record<string, string> = ifMatch === undefined ? {} : { "if-match": ifMatch };
    if (operation === "delete") return request("DELETE", path, undefined, conditional);
    return request(operation === "put" ? "PUT" : "MERGE", path, body, conditional);
  }

  async #send(sent: RawRequest): Promise<Outcome> {
    const response = await this.#server.send(sent);
    this.#remember(sent, response.headers.get("etag"), response.status);
    return this.#outcome(response);
  }

  async #transaction(table: number, writes: readonly Write[]): Promise<Outcome> {
    const requests = writes.map((write) => this.#write(table, write, { prefer: "return-no-content" }));
    const parts = requests.map(({ method, path, headers, body }) => {
      const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const head = `${method} ${this.#server.endpoint}${path} HTTP/1.1\r\n${fields.join("")}`;
      return `--changeset_c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n${head}\r\n${body}\r\n`;
    });
    const body = `--batch_b\r\nContent-Type: multipart/mixed; boundary=changeset_c\r\n\r\n${parts.join("")}--changeset_c--\r\n--batch_b--\r\n`;
    const headers = { "content-type": "multipart/mixed; boundary=batch_b", accept: "application/json", ...version };
    const response = await this.#server.send({ method: "POST", path: "/$batch", headers, body });
    const texts = response.body.split(/^HTTP\/1\.1 /m).slice(1);
    const outcomes = texts.map((text) => ({
      status: Number(text.slice(0, 3)),
      code: errorCode(text),
      index: Number(/"value":"(\d+):/.exec(text)?.[1] ?? 0),
    }));
    if (outcomes.every(({ status }) => status < 300)) {
      for (const [at, sent] of requests.entries()) {
        const etag = /^ETag: (.*?)\r?$/im.exec(texts[at] ?? "")?.[1] ?? null;
        this.#remember(sent, etag, outcomes[at]?.status ?? 0);
      }
    }
    return { status: response.status, code: errorCode(response.body), etag: false, parts: outcomes };
  }

  /** Stores the ETag from this server, so that a later write of the same entity can send it. */
  #remember(sent: RawRequest, etag: string | null, status: number): void {
    if (etag === null || status >= 300) return;
    const keys = sent.method === "POST" && sent.path !== "/Tables" ? JSON.parse(sent.body) : undefined;
    const table = Number(sent.path.at(-1));
    const path = keys && this.#path(table, { partitionKey: keys.PartitionKey, rowKey: keys.RowKey });
    this.#etags.set(path ?? sent.path, etag);
  }

  async #pages(
    path: string,
    options: Readonly<Record<string, string | undefined>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    let next: Record<string, string> = {};
    do {
      const query = Object.entries({ ...options, ...next })
        .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
        .join("&");
      const response = await this.#server.send(request("GET", `${path}?${query}`, undefined, headers));
      outcomes.push(this.#outcome(response));
      next = {};
      for (const name of ["NextPartitionKey", "NextRowKey", "NextTableName"]) {
        const token = response.headers.get(`x-ms-continuation-${name}`);
        if (token !== null) next[name] = token;
      }
    } while (Object.keys(next).length > 0 && outcomes.length < 50);
    return outcomes;
  }

  #outcome({ status, headers, body }: RawResponse): Outcome {
    const etag = headers.has("etag");
    if (status >= 300) return { status, code: errorCode(body), etag };
    const text = body.replaceAll(this.#server.endpoint, "HOST");
    return { status, code: undefined, etag, body: text === "" ? undefined : masked(JSON.parse(text)) };
  }
}

const version = { dataserviceversion: "3.0" };

function accept(level: Level): Record<string, string> {
  return { accept: formats[level] };
}

function request(
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): RawRequest {
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const all = { ...accept("minimalmetadata"), ...version, ...type, ...headers };
  return { method, path, headers: all, body: body === undefined ? "" : JSON.stringify(body) };
}

function errorCode(body: string): string | undefined {
  return /"code":"([^"]+)"/.exec(body)?.[1] ?? /<(?:m:)?code>([^<]+)/i.exec(body)?.[1];
}

/** Replaces the timestamps and ETags in the JSON of a response. */
function masked(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(masked);
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      name === "Timestamp" || name === "odata.etag" ? "a time" : masked(value),
    ]),
  );
}
