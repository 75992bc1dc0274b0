import {
  type HttpRequest,
  type HttpResponse,
  isTableError,
  TableServiceClient,
  type Transport,
} from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { Account, Counter, Member } from "../../../generator/src/emit/golden/markers/expected/index.js";

/**
 * Fate of a write in the network. `lost`: it does not arrive. `unanswered`: it is applied, and the response is lost. `held`: it arrives
 * once it is released. `doubled`: it arrives twice, and the second response is delivered. `copied`: a copy arrives once it is released.
 */
export type Fate = "ok" | "lost" | "unanswered" | "held" | "doubled" | "copied";

export const key = { bank: "B1", account: 7 };
export const counterKey = { name: "visits" };
export const partition = Account.partition(key);

/** Members of two errors: a rejection, and an unknown outcome. */
export const refused = { code: "entity.condition-not-met", outcome: undefined };
export const unknown = { outcome: "unknown", evidence: "none" };

const broken = () => Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });

/** Environment of one test: a strict service, a client behind a network, and one without faults for other programs. */
export async function openLab(maxAttempts = 2) {
  const tables = createTableService({ tables: { Bank: [], Counters: [], Club: [], Towns: [] } });
  const fates: Fate[] = [];
  let restFate: Fate = "ok";
  const held: HttpRequest[] = [];
  /** Functions to call before the next writes arrive, one for each. */
  const arrivals: (() => Promise<unknown>)[] = [];
  const sent: string[] = [];
  const transport: Transport = async (request): Promise<HttpResponse> => {
    sent.push(request.method);
    if (request.method === "GET") return tables(request);
    const fate = fates.shift() ?? restFate;
    await arrivals.shift()?.();
    if (fate === "held" || fate === "copied") held.push({ ...request, signal: undefined });
    if (fate === "lost" || fate === "held") throw broken();
    if (fate === "doubled") await tables(request);
    const response = await tables(request);
    if (fate === "unanswered") throw broken();
    return response;
  };
  const connect = (through: Transport) =>
    TableServiceClient.fromConnectionString(tables.connectionString, {
      transport: through,
      retry: { maxAttempts, baseDelayMs: 1, maxDelayMs: 1 },
      random: () => 0,
    });
  const service = connect(transport);
  const other = connect(tables);
  const accounts = service.entities(Account);
  await other.entities(Account).insert({ ...key, balance: 1 });
  const row = await accounts.getOrThrow(key);
  sent.length = 0;
  return {
    tables,
    service,
    accounts,
    counters: service.entities(Counter),
    otherCounters: other.entities(Counter),
    members: service.entities(Member),
    /** Entities of another client, without faults, which writes markers too. */
    others: other.entities(Account),
    otherService: other,
    /** The same table for a program that does not know markers. */
    foreign: other.table("Bank"),
    row,
    sent,
    /** Fates of the next writes. */
    plan: (...next: Fate[]) => void fates.push(...next),
    /** Fate of every write that is not planned. */
    planRest(fate: Fate) {
      restFate = fate;
    },
    /** Adds functions, each of which runs before one of the next writes arrives, in this order. */
    before: (...next: (() => Promise<unknown>)[]) => void arrivals.push(...next),
    async release() {
      for (const request of held.splice(0)) await tables(request);
    },
    balance: async () => (await other.entities(Account).get(key))?.balance,
  };
}

/** Returns the error of a call. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    if (isTableError(error)) return error;
    throw error;
  }
  throw new Error("The call succeeded.");
}

/** Returns the facts (records of its last writes) in the marker of a row, 15 bytes each. */
export function factsOf({ $marker = "" }: { readonly $marker?: string }): Buffer[] {
  const stored = Buffer.from($marker, "base64");
  return Array.from({ length: stored.length / 15 }, (_, index) => stored.subarray(15 * index, 15 * index + 15));
}
