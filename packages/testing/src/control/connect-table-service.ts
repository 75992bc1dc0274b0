import { type Seed, type SeedEntity, seedText } from "../account/seed.js";
import { checkOptions, type OptionKind } from "../errors/check-options.js";
import type { RuleReport } from "../faults/added-rule.js";
import { checkRule } from "../faults/check-rule.js";
import type { FaultRule } from "../faults/fault.js";
import type { LoggedRequest } from "../service/request-log.js";
import { type AccountAddress, addressText, freshAddress, parseAddress } from "./account-address.js";

/** Name of the environment variable that contains the server's control token. */
export const tokenVariable = "TABLES_CONTROL_TOKEN";

/** Options of {@link connectTableService}. */
export interface ConnectOptions {
  /** Control token of the server. By default the value of the environment variable `TABLES_CONTROL_TOKEN`. */
  readonly token?: string;
}

/** A fault rule that was added to a server in another process. */
export interface RemoteRule {
  readonly id: string;
  /** Returns how many requests matched, how often the fault applied, and how many requests the rule holds now. */
  state(): Promise<RuleReport>;
  /** Resolves as soon as the fault rule keeps this many requests waiting, by default one. Rejects after 30 seconds. */
  untilHeld(count?: number): Promise<void>;
  /** Releases this many of the held requests, by default all. */
  release(count?: number): Promise<void>;
  /** Removes the rule and releases the requests that it holds. */
  remove(): Promise<void>;
}

/** An account of a server in another process. Its functions are like those of a `TableService`, but return promises. */
export interface RemoteTableService {
  readonly account: string;
  readonly connectionString: string;
  /** Restores a snapshot, by default the initial tables. Removes all faults, empties the log and lets the clock run again. */
  reset(snapshot?: RemoteSnapshot): Promise<void>;
  /** Stores rows, replaces those with the same keys, and creates missing tables. */
  seed(tables: Seed): Promise<void>;
  /** Returns the rows of every table, by table name. */
  dump(): Promise<Record<string, SeedEntity[]>>;
  /** Returns all rows as lines of NDJSON. */
  exportRows(): Promise<string[]>;
  /** Stores the rows of lines that `exportRows` returned. Replaces rows with the same keys and creates missing tables. */
  importRows(lines: Iterable<string>): Promise<void>;
  /** Saves the state of all tables in the server, for `reset()` to restore. */
  snapshot(): Promise<RemoteSnapshot>;
  /** Returns the logged requests, oldest first. */
  requests(): Promise<LoggedRequest[]>;
  /** Empties the log of requests. */
  clearRequests(): Promise<void>;
  readonly faults: {
    /** Adds a rule of any kind except `hook`, whose functions only work in the server's own process. */
    add(rule: FaultRule): Promise<RemoteRule>;
    /** Removes all rules and releases the requests that they hold. */
    clear(): Promise<void>;
  };
  readonly clock: {
    /** Returns the service's time. */
    now(): Promise<Date>;
    /** Stops the clock at this time. */
    set(time: Date | number): Promise<void>;
    /** Moves the clock forward by this many milliseconds, even while it is stopped. */
    advance(milliseconds: number): Promise<void>;
    /** Lets the clock follow the service's option `now` again; without that option, the system's time. */
    resume(): Promise<void>;
  };
  /** Returns another account of the same server, empty and used by nobody else. */
  freshAccount(): RemoteTableService;
  /** Deletes this account with its rows if it is a fresh one (see `freshAccount`). Does nothing to any other account. */
  drop(): Promise<void>;
}

/** Opaque state that `reset()` can restore. */
export interface RemoteSnapshot {
  readonly snapshot: string;
}

const tokenForm: OptionKind = { takes: "a string", secret: true, fits: (value) => typeof value === "string" };

/**
 * Returns functions that control an account of a server from any process. The server must run with the option `control`.
 * @param connectionString by default the value of the environment variable `TABLES_CONNECTION_STRING`
 * @throws TypeError without a connection string or token, or for an unknown option
 */
export function connectTableService(
  connectionString: string | undefined = process.env["TABLES_CONNECTION_STRING"],
  options: ConnectOptions = {},
): RemoteTableService {
  checkOptions<ConnectOptions>("connectTableService", options, { token: tokenForm });
  const { token = process.env[tokenVariable] } = options;
  if (token === undefined) {
    throw new TypeError(`A server is controlled with its token. Pass { token }, or set ${tokenVariable}.`);
  }
  return remoteService(parseAddress(connectionString), token);
}

function remoteService(address: AccountAddress, token: string): RemoteTableService {
  const base = `${address.origin}/_tablewright/accounts/${address.account}`;
  const send = async (method: string, path: string, body?: string): Promise<string> => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    if (response.ok) return text;
    throw new Error(`${method} ${path} of ${address.account}: ${messageOf(text) ?? response.status}`);
  };
  const post = async (path: string, body: object = {}): Promise<void> =>
    void (await send("POST", path, JSON.stringify(body)));
  const get = async <Value>(path: string): Promise<Value> => JSON.parse(await send("GET", path)) as Value;
  const setClock = async (change: object): Promise<void> => void (await send("PUT", "/clock", JSON.stringify(change)));
  const ruleOf = ({ id }: RuleReport): RemoteRule => ({
    id,
    state: () => get(`/faults/${id}`),
    untilHeld: async (count = 1) => void (await send("GET", `/faults/${id}?held=${count}`)),
    release: (count) => post(`/faults/${id}/release`, count === undefined ? {} : { count }),
    remove: async () => void (await send("DELETE", `/faults/${id}`)),
  });
  return {
    account: address.account,
    connectionString: addressText(address),
    reset: (snapshot) => post("/reset", snapshot),
    seed: async (tables) => void (await send("POST", "/seed", seedText(tables))),
    dump: () => get("/dump"),
    exportRows: async () => (await send("GET", "/rows")).split("\n").slice(0, -1),
    importRows: async (lines) => void (await send("POST", "/rows", [...lines].join("\n"))),
    snapshot: async () => JSON.parse(await send("POST", "/snapshots")) as RemoteSnapshot,
    requests: () => get("/requests"),
    clearRequests: async () => void (await send("DELETE", "/requests")),
    faults: {
      add: async (rule) => {
        checkRule(rule);
        if (rule.fault.kind === "hook") throw new TypeError("A hook works only in the server's own process.");
        return ruleOf(JSON.parse(await send("POST", "/faults", JSON.stringify(rule))) as RuleReport);
      },
      clear: async () => void (await send("DELETE", "/faults")),
    },
    clock: {
      now: async () => new Date((await get<{ now: string }>("/clock")).now),
      set: (time) => setClock({ now: new Date(time).toISOString() }),
      advance: (advance) => setClock({ advance }),
      resume: () => setClock({ resume: true }),
    },
    freshAccount: () => remoteService(freshAddress(address), token),
    drop: async () => void (await send("DELETE", "")),
  };
}

function messageOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { error?: { message?: string } }).error?.message;
  } catch {
    return undefined;
  }
}
