import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { buildDelivery, type Delivery, type Exchange } from "./exchange.js";
import { callHeader, sentAtHeader } from "./fault-client.js";
import { type Fault, type FaultyRequest, falseResponse, fits, leavesResponse, type RawResponse } from "./faults.js";
import { giveResponse, giveSlowly, giveTruncated } from "./give-response.js";
import { parseSeed, seededRandom } from "./random.js";
import { type DatesBy, WrongDates } from "./wrong-dates.js";

export interface FaultProxyOptions {
  /** Address of the server behind the proxy, e.g. `http://127.0.0.1:10002/devstoreaccount1`. */
  readonly target: string;
  readonly seed: number;
  /** Share of requests with a fault, from 0 to 1. */
  readonly rate: number;
  /** Faults to inject. */
  readonly faults: readonly Fault[];
  /** Maximum error of the `Date` of responses, in milliseconds; 0 by default. */
  readonly maxDateOffsetMs?: number;
  /** Peers (clients or connections) whose responses share a `Date`; a connection by default. */
  readonly datesBy?: DatesBy;
}

export interface FaultProxy {
  /** Address of the target with the proxy's own port. */
  readonly endpoint: string;
  /** Number of injections of each fault. */
  readonly injected: ReadonlyMap<Fault, number>;
  /** Number of requests that arrived, with and without a fault. */
  readonly requests: number;
  /** Requests that write, in the order in which they arrived. */
  readonly exchanges: readonly Exchange[];
  /** Number of clocks that set the `Date` of responses, and number of correct ones among them. */
  readonly clocks: { readonly all: number; readonly true: number };
  /** Waits until every late request has arrived at the server. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a proxy on loopback that injects faults. The faults depend on the seed, the request, and the number of equal requests before it,
 * but not on the order of requests for different rows, so that a run can be repeated. Requests reach the server one at a time, so that the
 * order in which it applied them is known.
 */
export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const { target, seed, rate, faults, maxDateOffsetMs = 0, datesBy = "connection" } = options;
  const { hostname, port, pathname } = new URL(target);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const dates = new WrongDates(seed, maxDateOffsetMs, datesBy);
  const injected = new Map<Fault, number>();
  const exchanges: Exchange[] = [];
  const seen = new Map<string, number>();
  const underway = new Set<Promise<void>>();
  let requests = 0;
  let delivered = 0;
  let last: Promise<unknown> = Promise.resolve();

  const server = createServer((incoming, outgoing) => {
    const responded = respond(incoming, outgoing)
      .catch(() => void outgoing.destroy())
      .finally(() => underway.delete(responded));
    underway.add(responded);
  });

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = { method: incoming.method ?? "", url: incoming.url ?? "", body: await readAll(incoming) };
    const call = String(incoming.headers[callHeader] ?? "");
    const offsetMs = dates.offsetOf(incoming.socket, clientOf(call));
    requests++;
    const { fault, random } = chooseFault(request);
    if (fault !== undefined) injected.set(fault, (injected.get(fault) ?? 0) + 1);
    const exchange = openExchange(call, incoming, request, fault);
    const deliver = async () => {
      const { response, delivery } = await forward(incoming, request.body);
      exchange?.deliveries.push(delivery);
      return { response, delivery };
    };
    if (fault === "timeout before") return;
    if (fault === "reset before" || isLate(incoming)) return reset(outgoing);
    if (fault === "late") {
      reset(outgoing);
      await delay(lateness(random));
      return void (await deliver());
    }
    const dated = (response: RawResponse | undefined) => response && dates.redated(response, offsetMs);
    if (fault?.endsWith("before")) return giveResponse(outgoing, dated(falseResponse(fault, request, undefined)));
    let own = await deliver();
    if (fault === "duplicate, second") {
      await delay(random() * 50);
      own = await deliver();
    }
    if (fault === "timeout after") return;
    if (fault === "reset after") return reset(outgoing);
    if (fault === "truncated") return giveTruncated(outgoing, dates.redated(own.response, offsetMs));
    if (exchange !== undefined && leavesResponse(fault) && !isSlow(incoming)) exchange.seen = own.delivery;
    if (fault === "slow") return giveSlowly(outgoing, dates.redated(own.response, offsetMs));
    const isOwn = fault === undefined || leavesResponse(fault);
    giveResponse(outgoing, dated(isOwn ? own.response : falseResponse(fault, request, own.response)));
    if (fault !== "duplicate, first") return;
    await delay(lateness(random));
    await deliver();
  }

  function openExchange(
    call: string,
    { rawHeaders: headers }: IncomingMessage,
    request: FaultyRequest,
    fault: Fault | undefined,
  ): Exchange | undefined {
    if (request.method === "GET") return undefined;
    const exchange: Exchange = { call, request: { ...request, headers }, fault, deliveries: [], seen: undefined };
    exchanges.push(exchange);
    return exchange;
  }

  function chooseFault(request: FaultyRequest): { fault: Fault | undefined; random: () => number } {
    const { method, url, body } = request;
    // Multipart boundaries are random and ETags contain times, so both are omitted. Everything else is the same in every run.
    const asked = body.toString("latin1").replace(/(batch|changeset)_[\w-]+|^If-Match: .*$/gm, "");
    const id = `${method} ${url} ${asked}`;
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    const random = seededRandom(parseSeed(`${seed} ${times} ${id}`));
    if (random() >= rate) return { fault: undefined, random };
    const fitting = faults.filter((fault) => fits(fault, request));
    return { fault: fitting[Math.floor(random() * fitting.length)], random };
  }

  /** Forwards a request to the server once all earlier ones are handled. */
  function forward(incoming: IncomingMessage, body: Buffer): Promise<{ response: RawResponse; delivery: Delivery }> {
    const forwarded = last.then(async () => {
      const sentAt = now();
      const response = await exchangeWithTarget(incoming, body);
      return { response, delivery: buildDelivery(delivered++, sentAt, now(), response) };
    });
    last = forwarded.catch(() => undefined);
    return forwarded;
  }

  function exchangeWithTarget(incoming: IncomingMessage, body: Buffer): Promise<RawResponse> {
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

  /**
   * Returns whether a request waited so long, on a busy machine, that its client may stop waiting before the server receives it. The server
   * could then apply it after the next attempt, or after later calls. Only a run that injects the fault `late` permits that.
   */
  function isLate(incoming: IncomingMessage): boolean {
    return !faults.includes("late") && isSlow(incoming);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    injected,
    exchanges,
    get requests() {
      return requests;
    },
    get clocks() {
      return dates.count;
    },
    async settle() {
      while (underway.size > 0) await Promise.all(underway);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}

/** Returns the process that made a call. Its name is the prefix of the call's name. */
function clientOf(call: string): string {
  return call.replace(/-.*/, "");
}

/** Returns whether the client may soon stop waiting. */
function isSlow({ headers }: IncomingMessage): boolean {
  return Date.now() - Number(headers[sentAtHeader]) > 1500;
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Draws a delay: mostly fractions of a second, sometimes longer than a call lasts. */
function lateness(random: () => number): number {
  return 20 + random() ** 4 * 5000;
}

function reset(outgoing: ServerResponse): void {
  outgoing.socket?.resetAndDestroy();
}

/** Returns the headers without those of the connection and of the body's length. */
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
