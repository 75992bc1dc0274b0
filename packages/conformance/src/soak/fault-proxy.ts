import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { sentAtHeader } from "./fault-client.js";
import { type Fault, type FaultyRequest, falseResponse, fits, type RawResponse } from "./faults.js";
import { seededRandom, seedOf } from "./random.js";

export interface FaultProxyOptions {
  /** The server behind the proxy, e.g. `http://127.0.0.1:10002/devstoreaccount1`. */
  readonly target: string;
  readonly seed: number;
  /** Share of requests that go wrong. */
  readonly rate: number;
  /** How they do. */
  readonly faults: readonly Fault[];
}

export interface FaultProxy {
  /** The target's address with the proxy's own port. */
  readonly endpoint: string;
  /** How often each fault was injected. */
  readonly injected: ReadonlyMap<Fault, number>;
  /** Requests that arrived, with and without a fault. */
  readonly requests: number;
  stop(): Promise<void>;
}

/**
 * A proxy on loopback that lets requests go wrong. Which, and how, depends on the seed, on what is asked and on how
 * often it was asked before, not on the order in which requests of different rows arrive: a run can be repeated.
 */
export async function startFaultProxy({ target, seed, rate, faults }: FaultProxyOptions): Promise<FaultProxy> {
  const { hostname, port, pathname } = new URL(target);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const injected = new Map<Fault, number>();
  let requests = 0;
  const seen = new Map<string, number>();

  const server = createServer((incoming, outgoing) => {
    void respond(incoming, outgoing).catch(() => outgoing.destroy());
  });

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = { method: incoming.method ?? "", url: incoming.url ?? "", body: await readAll(incoming) };
    requests++;
    const fault = chooseFault(request);
    if (fault !== undefined) injected.set(fault, (injected.get(fault) ?? 0) + 1);
    if (fault === "timeout before") return;
    if (fault === "reset before" || isLate(incoming)) return reset(outgoing);
    if (fault?.endsWith("before")) return give(outgoing, falseResponse(fault, request, undefined));
    const own = await forward(incoming, request.body);
    if (fault === "timeout after") return;
    if (fault === "reset after") return reset(outgoing);
    if (fault === "truncated") return truncate(outgoing, own);
    if (fault === "slow") return giveSlowly(outgoing, own);
    give(outgoing, fault === undefined ? own : falseResponse(fault, request, own));
  }

  function chooseFault(request: FaultyRequest): Fault | undefined {
    const { method, url, body } = request;
    // Boundaries are random and ETags are times; all else is the same in every run.
    const asked = body.toString("latin1").replace(/(batch|changeset)_[\w-]+|^If-Match: .*$/gm, "");
    const id = `${method} ${url} ${asked}`;
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    const random = seededRandom(seedOf(`${seed} ${times} ${id}`));
    if (random() >= rate) return undefined;
    const fitting = faults.filter((fault) => fits(fault, request));
    return fitting[Math.floor(random() * fitting.length)];
  }

  function forward(incoming: IncomingMessage, body: Buffer): Promise<RawResponse> {
    return new Promise((resolve, reject) => {
      const { method, url, headers } = incoming;
      const outgoing = send({ agent, hostname, port, method, path: url, headers }, (response) => {
        readAll(response).then(
          (text) => resolve({ status: response.statusCode ?? 0, headers: plainHeaders(response), body: text }),
          reject,
        );
      });
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    injected,
    get requests() {
      return requests;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}

/**
 * Whether a request waited for so long, on a busy machine, that its client may give it up before the server has seen it:
 * it would be applied after the next attempt, or after later calls, which no client can undo.
 */
function isLate({ headers }: IncomingMessage): boolean {
  return Date.now() - Number(headers[sentAtHeader]) > 1500;
}

function reset(outgoing: ServerResponse): void {
  outgoing.socket?.resetAndDestroy();
}

function give(outgoing: ServerResponse, response: RawResponse | undefined): void {
  if (response === undefined) return void outgoing.destroy();
  outgoing.writeHead(response.status, response.headers as string[]);
  outgoing.end(response.body);
}

/** The first bytes one by one. */
async function giveSlowly(outgoing: ServerResponse, { status, headers, body }: RawResponse): Promise<void> {
  outgoing.writeHead(status, headers as string[]);
  for (const byte of body.subarray(0, 20)) {
    outgoing.write(Buffer.of(byte));
    await delay(2);
  }
  outgoing.end(body.subarray(20));
}

/** Half of an answer, and then nothing: half of its body, or of its head where it has none. */
function truncate(outgoing: ServerResponse, { status, headers, body }: RawResponse): void {
  const lines = [`HTTP/1.1 ${status} Truncated`, ...(body.length === 0 ? [] : [`content-length: ${body.length}`])];
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`);
  const head = `${lines.join("\r\n")}\r\n\r\n`;
  const half = body.length === 0 ? head.slice(0, head.length / 2) : head;
  outgoing.socket?.write(half);
  outgoing.socket?.end(body.subarray(0, body.length / 2));
}

/** Without those of the connection and of the body's length. */
function plainHeaders({ rawHeaders }: IncomingMessage): string[] {
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = "", value = ""] = rawHeaders.slice(index, index + 2);
    if (!/^(connection|keep-alive|transfer-encoding|content-length)$/i.test(name)) kept.push(name, value);
  }
  return kept;
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
