import { acceptsUnexpired } from "../auth/authenticate.js";
import { type Fault, Faults } from "../faults/faults.js";
import type { HttpRequest, HttpResponse, Transport } from "../http/http-message.js";
import { wait } from "../http/wait.js";
import { limits, type ServiceKind } from "../rules/limits.js";
import { Store, type StoreState } from "../storage/store.js";
import type { Environment } from "./call.js";
import { Clock } from "./clock.js";
import { dialects } from "./dialect.js";
import { handleRequest } from "./handle-request.js";
import { type LoggedRequest, loggedRequest } from "./request-log.js";
import { dumpTables, type Seed, type SeedEntity, seedTables } from "./seed.js";
import { writeResponse } from "./write-response.js";

/** The account of the emulator, published in its documentation; it protects nothing. */
export const emulatorAccount = "devstoreaccount1";
export const emulatorKey = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

export interface TableServiceOptions {
  /** Account name and its key in base64; those of the emulator when left out. */
  readonly account?: string;
  readonly key?: string;
  readonly kind?: ServiceKind;
  /** What `reset()` goes back to. */
  readonly tables?: Seed;
  /** Milliseconds since 1970, with fractions down to 100 ns; `Date.now` when left out. */
  readonly now?: () => number;
  /** `false` takes every request as the account owner's. */
  readonly authenticate?: boolean;
  /** Whether a bearer token is accepted. Without it every token is, but a JWT that has expired. */
  readonly acceptToken?: (token: string) => boolean;
  /** How long a deleted table's name stays reserved, in milliseconds: 0, where the real service takes 40 seconds and more. */
  readonly tableDeletionMs?: number;
  /** Comparisons of a filter that are accepted; the documented 15 when left out. */
  readonly maxComparisons?: number;
  /** Of the random numbers that faults by probability are drawn from; 1 when left out. */
  readonly seed?: number;
  /** How many requests the log keeps; 1,000 when left out. */
  readonly logSize?: number;
}

/** A state to go back to. Opaque. */
export interface Snapshot {
  readonly state: StoreState;
}

/** How an answer is delivered: whole, cut after some bytes, after a broken connection or not at all. */
export interface Delivery {
  readonly response: HttpResponse;
  readonly kind: "whole" | "truncated" | "reset" | "hang";
  readonly delayMs: number;
}

/** A Table service in memory. Call it as a transport, or give it to a server or to msw. */
export interface TableService extends Transport {
  readonly account: string;
  readonly key: string;
  /** The account's URL for clients that this service is the transport of. */
  readonly endpoint: string;
  readonly connectionString: string;
  readonly faults: Faults;
  /** What the service was asked, oldest first. */
  readonly requests: readonly LoggedRequest[];
  clearRequests(): void;
  seed(tables: Seed): void;
  dump(): Record<string, SeedEntity[]>;
  /** Takes well under a millisecond, whatever is stored. */
  snapshot(): Snapshot;
  /** Goes back to a snapshot, or to the tables of the options; without faults and with an empty log. */
  reset(snapshot?: Snapshot): void;
  /** Answers a request and says how to deliver the answer: for those who carry it over a wire. */
  deliver(request: HttpRequest): Delivery;
}

export function createTableService(options: TableServiceOptions = {}): TableService {
  const { account = emulatorAccount, key = emulatorKey, kind = "storage", now = Date.now, logSize = 1_000 } = options;
  const clock = new Clock(now);
  const environment: Environment = {
    account,
    key: Buffer.from(key, "base64"),
    kind,
    limits: { ...limits[kind], comparisons: options.maxComparisons ?? limits[kind].comparisons },
    dialect: dialects[kind],
    store: new Store(kind),
    clock,
    faults: new Faults(options.seed ?? 1),
    authenticate: options.authenticate ?? true,
    acceptToken: options.acceptToken ?? ((token) => acceptsUnexpired(token, clock.now())),
    tableDeletionMs: options.tableDeletionMs ?? 0,
  };
  seedTables(options.tables ?? {}, environment);
  const { store, faults } = environment;
  const initial = store.snapshot();
  let requests: LoggedRequest[] = [];
  const endpoint =
    account === emulatorAccount ? `http://127.0.0.1:10002/${account}` : `https://${account}.table.core.windows.net`;

  function deliver(request: HttpRequest): Delivery {
    const handled = handleRequest(request, environment);
    requests.push(loggedRequest(request, handled));
    if (requests.length > logSize * 2) requests = requests.slice(-logSize);
    return delivery(writeResponse(request, handled), handled.fault);
  }

  const service = Object.assign((request: HttpRequest) => carry(deliver(request), request), {
    account,
    key,
    endpoint,
    connectionString: connectionString(account, key, endpoint),
    faults,
    requests: [] as readonly LoggedRequest[],
    clearRequests: () => {
      requests = [];
    },
    seed: (tables: Seed) => seedTables(tables, environment),
    dump: () => dumpTables(environment),
    snapshot: () => ({ state: store.snapshot() }),
    reset: (snapshot?: Snapshot) => {
      store.restore(snapshot?.state ?? initial);
      faults.clear();
      requests = [];
    },
    deliver,
  });
  return Object.defineProperty(service, "requests", { get: () => requests.slice(-logSize) });
}

export function connectionString(account: string, key: string, endpoint: string): string {
  const protocol = endpoint.slice(0, endpoint.indexOf(":"));
  return `DefaultEndpointsProtocol=${protocol};AccountName=${account};AccountKey=${key};TableEndpoint=${endpoint};`;
}

function delivery(response: HttpResponse, fault: Fault | undefined): Delivery {
  switch (fault?.kind) {
    case "delay":
      return { response, kind: "whole", delayMs: fault.milliseconds };
    case "hang":
    case "reset":
      return { response, kind: fault.kind, delayMs: 0 };
    case "truncate": {
      const body = response.body.subarray(0, Math.floor(response.body.byteLength * (fault.keep ?? 0.5)));
      return { response: { ...response, body }, kind: "truncated", delayMs: 0 };
    }
    default:
      return { response, kind: "whole", delayMs: 0 };
  }
}

/** Carries an answer as a connection would. The signal ends the wait, not what the service did. */
async function carry({ response, kind, delayMs }: Delivery, request: HttpRequest): Promise<HttpResponse> {
  const { signal } = request;
  if (signal?.aborted) throw signal.reason;
  // An answer without content is whole before the connection breaks.
  if (kind === "reset" || (kind === "truncated" && response.status !== 204)) {
    throw Object.assign(new Error("The connection was reset."), { code: "ECONNRESET" });
  }
  if (kind === "hang" || delayMs > 0) await wait(kind === "hang" ? Number.POSITIVE_INFINITY : delayMs, signal);
  if (signal?.aborted) throw signal.reason;
  return response;
}
