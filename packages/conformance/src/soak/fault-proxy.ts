import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { seededRandom, seedOf } from "./random.js";

/** What goes wrong with a request: before the server has seen it, or after it has applied it. */
export const faults = [
  "reset before",
  "reset after",
  "timeout before",
  "timeout after",
  "500 before",
  "500 after",
  "503 before",
  "503 after",
  "truncated",
  "slow",
] as const;
export type Fault = (typeof faults)[number];

export interface FaultProxyOptions {
  /** The server behind the proxy, e.g. `http://127.0.0.1:10002/devstoreaccount1`. */
  readonly target: string;
  readonly seed: number;
  /** Share of requests that go wrong. */
  readonly rate: number;
}

export interface FaultProxy {
  /** The target's address with the proxy's own port. */
  readonly endpoint: string;
  /** How often each fault was injected. */
  readonly injected: ReadonlyMap<Fault, number>;
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/**
 * A proxy on loopback that lets requests go wrong. Which, and how, depends on the seed, on what is asked and on how
 * often it was asked before, not on the order in which requests of different rows arrive: a run can be repeated.
 */
export async function startFaultProxy({ target, seed, rate }: FaultProxyOptions): Promise<FaultProxy> {
  const { hostname, port, pathname } = new URL(target);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const injected = new Map<Fault, number>();
  const seen = new Map<string, number>();

  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing).catch(() => outgoing.destroy());
  });

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readAll(incoming);
    const fault = chooseFault(incoming, body);
    if (fault !== undefined) injected.set(fault, (injected.get(fault) ?? 0) + 1);
    if (fault === "reset before") return void outgoing.destroy();
    if (fault === "timeout before") return;
    if (fault === "500 before" || fault === "503 before") return refuse(outgoing, Number(fault.slice(0, 3)));
    // A client that has given up does not want its request to arrive after its next attempt.
    if (outgoing.destroyed) return;
    const { status, headers, body: text } = await forward(incoming, body);
    if (fault === "reset after") return void outgoing.destroy();
    if (fault === "timeout after") return;
    if (fault === "500 after" || fault === "503 after") return refuse(outgoing, Number(fault.slice(0, 3)));
    if (fault === "truncated") return truncate(outgoing, { status, headers, body: text });
    outgoing.writeHead(status, headers as string[]);
    if (fault === "slow") {
      for (const byte of text.subarray(0, 20)) {
        outgoing.write(Buffer.of(byte));
        await delay(2);
      }
      outgoing.end(text.subarray(20));
    } else outgoing.end(text);
  }

  function chooseFault({ method, url }: IncomingMessage, body: Buffer): Fault | undefined {
    // Boundaries are random and ETags are times; all else is the same in every run.
    const asked = body.toString("latin1").replace(/(batch|changeset)_[\w-]+|^If-Match: .*$/gm, "");
    const id = `${method} ${url} ${asked}`;
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    const random = seededRandom(seedOf(`${seed} ${times} ${id}`));
    return random() < rate ? faults[Math.floor(random() * faults.length)] : undefined;
  }

  function forward(incoming: IncomingMessage, body: Buffer): Promise<Answer> {
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
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}

function refuse(outgoing: ServerResponse, status: number): void {
  const code = status === 503 ? "ServerBusy" : "OperationTimedOut";
  outgoing.writeHead(status, { "content-type": "application/json" });
  outgoing.end(JSON.stringify({ "odata.error": { code, message: { lang: "en-US", value: "An injected fault." } } }));
}

/** Half of an answer, and then nothing: half of its body, or of its head where it has none. */
function truncate(outgoing: ServerResponse, { status, headers, body }: Answer): void {
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
