import { Clock, type ServiceClock } from "../account/clock.js";
import type { Environment } from "../account/environment.js";
import { exportRows, importRows } from "../account/rows.js";
import { dumpTables, type Seed, type SeedEntity, seedTables } from "../account/seed.js";
import { acceptsUnexpired, acceptsValid } from "../auth/bearer-token.js";
import { type DataFile, type DataFileOptions, DataLog } from "../durable/data-file.js";
import { type Delivery, deliver, transmit } from "../faults/delivery.js";
import { Faults } from "../faults/faults.js";
import type { HttpRequest, HttpResponse, Transport } from "../http/http-message.js";
import { findDialect } from "../odata/dialect.js";
import { limits } from "../rules/limits.js";
import { Store, type StoreState } from "../storage/store.js";
import { type ArrivedRequest, arrive } from "./handle-request.js";
import { type LoggedRequest, RequestLog } from "./request-log.js";
import {
  checkDataFileOptions,
  checkServiceOptions,
  emulatorAccount,
  emulatorKey,
  type TableServiceOptions,
} from "./service-options.js";
import { staged, untilAborted, waits } from "./stage-request.js";
import { writeResponse } from "./write-response.js";

/** Opaque state that `reset()` can restore. */
export interface Snapshot {
  readonly state: StoreState;
}

/** A Table service in memory. Call it as a transport, or pass it to `serveTableService` or `tableServiceHandlers`. */
export interface TableService extends Transport {
  readonly account: string;
  readonly key: string;
  /** URL of the account, for clients that use this service as their transport. */
  readonly endpoint: string;
  readonly connectionString: string;
  /** Maximum size of a request body, in bytes. Larger ones are rejected with 413 RequestBodyTooLarge. */
  readonly maxBodyBytes: number;
  readonly faults: Faults;
  readonly clock: ServiceClock;
  /** Requests that the service received, oldest first. */
  readonly requests: readonly LoggedRequest[];
  /** Empties the log of requests. */
  clearRequests(): void;
  /**
   * Stores rows and creates missing tables.
   * @throws if a row breaks a rule of the service
   */
  seed(tables: Seed): void;
  /** Returns all tables as a seed that JSON can represent. */
  dump(): Record<string, SeedEntity[]>;
  /** Returns every row as a line of NDJSON, with its Timestamp and types, and a line for each table without rows. */
  exportRows(): string[];
  /**
   * Stores the rows of lines that `exportRows` returned, with their Timestamps. Replaces rows with the same keys, and creates missing
   * tables. Stores none of the rows if a line is invalid or repeats the row of another line. The TypeError names the line numbers, from 1.
   */
  importRows(lines: Iterable<string>): void;
  /**
   * Stores the rows in a file. If the file exists, its rows first replace those of the service. From then on, each response waits until the
   * changes of its request are in the file, where they survive any end of the process.
   * @throws TypeError naming the first invalid line; the file is unchanged
   */
  openDataFile(path: string, options?: DataFileOptions): DataFile;
  /** Captures the state of all tables. Takes well under a millisecond for any number of entities. */
  snapshot(): Snapshot;
  /** Restores a snapshot, by default the initial tables. Removes all faults, empties the log and lets the clock run again. */
  reset(snapshot?: Snapshot): void;
  /**
   * Creates a service with the same options and key for another account.
   * @param account the name of the other account
   */
  withAccount(account: string): TableService;
  /**
   * Handles a request synchronously and returns how to deliver the response, for callers with their own network. Faults of the kinds
   * `hold` and `hook` do not apply.
   */
  deliver(request: HttpRequest): Delivery;
  /**
   * Handles a request as soon as faults permit, and returns how to deliver the response, for callers that send it over a wire.
   * @param connection the number of the request's connection, from 1, for fault rules
   */
  handle(request: HttpRequest, connection?: number): Promise<Delivery>;
}

/**
 * Creates a strict Table service in memory. It is a transport: pass it to the client, or serve it over HTTP with {@link
 * serveTableService}.
 */
export function createTableService(options: TableServiceOptions = {}): TableService {
  checkServiceOptions(options);
  const { account = emulatorAccount, key = emulatorKey, kind = "storage", now } = options;
  const clock = new Clock(now);
  const environment: Environment = {
    account,
    key: Buffer.from(key, "base64"),
    kind,
    limits: { ...limits[kind], comparisons: options.maxComparisons ?? limits[kind].comparisons },
    dialect: findDialect(kind, options.cosmosAsOf ?? 2022),
    store: new Store(kind),
    clock,
    faults: new Faults(options.seed ?? 1),
    authenticate: options.authenticate ?? true,
    checkDates: options.checkDates ?? true,
    acceptToken:
      options.acceptToken ??
      ((token) =>
        options.strictTokens ? acceptsValid(token, clock.now(), account, kind) : acceptsUnexpired(token, clock.now())),
    tableDeletionMs: options.tableDeletionMs ?? 0,
    refuseFalseFilter: options.refuseFalseFilter ?? false,
  };
  seedTables(options.tables ?? {}, environment);
  const { store, faults } = environment;
  const initial = store.snapshot();
  const log = new RequestLog(options.logSize ?? 1_000, options.logBytes ?? 64 * 1024 * 1024);
  const endpoint =
    account === emulatorAccount ? `http://127.0.0.1:10002/${account}` : `https://${account}.table.core.windows.net`;

  let data: DataLog | undefined;
  /**
   * Runs a function that may change the store. Before it returns the result, writes the changes to the data file, if there is one.
   */
  function committed<Value>(run: () => Value): Value {
    try {
      return run();
    } finally {
      data?.commit();
    }
  }

  function respond(arrived: ArrivedRequest): Delivery {
    const { request } = arrived;
    const handled = committed(() => arrived.handle());
    log.add(request, handled);
    return deliver(writeResponse(request, handled, environment.dialect), handled.fault);
  }

  /** Sends a request to this service. Performs the operation before it returns, unless a `hold` or `hook` fault applies. */
  function transport(request: HttpRequest): Promise<HttpResponse> {
    const arrived = arrive(request, environment);
    if (!waits(arrived)) return transmit(respond(arrived), request);
    return untilAborted(staged(arrived, respond), request.signal).then((delivery) => transmit(delivery, request));
  }
  const service = Object.assign(transport, {
    account,
    key,
    endpoint,
    connectionString: connectionString(account, key, endpoint),
    maxBodyBytes: environment.limits.batchBytes,
    faults,
    clock,
    requests: [] as readonly LoggedRequest[],
    clearRequests: () => log.clear(),
    seed: (tables: Seed) => committed(() => seedTables(tables, environment)),
    dump: () => dumpTables(environment),
    exportRows: () => exportRows(environment),
    importRows: (lines: Iterable<string>) => committed(() => importRows(lines, environment)),
    openDataFile: (path: string, options: DataFileOptions = {}) => {
      checkDataFileOptions(options);
      data?.close();
      data = new DataLog(path, environment, options);
      return data;
    },
    snapshot: () => ({ state: store.snapshot() }),
    reset: (snapshot?: Snapshot) => {
      committed(() => store.restore(snapshot?.state ?? initial));
      faults.clear();
      clock.resume();
      log.clear();
    },
    withAccount: (name: string) => createTableService({ ...options, account: name }),
    deliver: (request: HttpRequest) => respond(arrive(request, environment)),
    handle: async (request: HttpRequest, connection?: number) =>
      staged(arrive(request, environment, connection), respond),
  });
  return Object.defineProperty(service, "requests", { get: () => log.list() });
}

export function connectionString(account: string, key: string, endpoint: string): string {
  const protocol = endpoint.slice(0, endpoint.indexOf(":"));
  return `DefaultEndpointsProtocol=${protocol};AccountName=${account};AccountKey=${key};TableEndpoint=${endpoint};`;
}
