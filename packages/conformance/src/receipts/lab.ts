import {
  type HttpRequest,
  type HttpResponse,
  isTableError,
  TableServiceClient,
  type TableServiceClientOptions,
  type Transport,
} from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { Account, Member } from "../../../generator/src/emit/golden/club/expected/index.js";

/**
 * Fate of a write in the network. `lost`: it does not arrive. `unanswered`: it is applied, and the response is lost. `held`: it arrives
 * once it is released. `doubled`: it arrives twice, and the second response is delivered. `copied`: a copy arrives once it is released.
 * `answeredByProxy`: it does not arrive, and a proxy responds with a page.
 */
export type Fate = "ok" | "lost" | "unanswered" | "held" | "doubled" | "copied" | "answeredByProxy";

export const key = { bank: "B1", account: 7 };
export const partition = Account.partition(key);

/** Members of two errors: a rejection, and an unknown outcome. */
export const refused = { code: "entity.condition-not-met", outcome: undefined };
export const unknown = { outcome: "unknown", evidence: "none" };
export const second = { bank: "B1", account: 8 };

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
    if (fate === "answeredByProxy")
      return { status: 502, headers: ["content-type", "text/html"], body: new TextEncoder().encode("<html>") };
    if (fate === "doubled") await tables(request);
    const response = await tables(request);
    if (fate === "unanswered") throw broken();
    return response;
  };
  const connect = (through: Transport, options?: TableServiceClientOptions) =>
    TableServiceClient.fromConnectionString(tables.connectionString, {
      transport: through,
      retry: { maxAttempts, baseDelayMs: 1, maxDelayMs: 1 },
      random: () => 0,
      ...options,
    });
  const service = connect(transport);
  const other = connect(tables);
  const accounts = service.entities(Account);
  const stored = (partition = key.bank) => tables.dump()["Bank"]?.filter((row) => row.PartitionKey === partition) ?? [];
  await other.entities(Account).insert({ ...key, balance: 1 });
  const row = await accounts.getOrThrow(key);
  sent.length = 0;
  return {
    tables,
    service,
    /** Creates another client behind the network. */
    connect: (options: TableServiceClientOptions) => connect(transport, options),
    accounts,
    /** The same rows, written with receipts. */
    once: service.entities(Account, { exactly: "once" }),
    members: service.entities(Member, { exactly: "once" }),
    /** Entities of another client, without faults. */
    others: other.entities(Account),
    foreign: other.table("Bank"),
    stored,
    receipts: (partition?: string) => stored(partition).filter((row) => row.RowKey.startsWith("~r-")),
    row,
    sent,
    /** Fates of the next writes. */
    plan: (...next: Fate[]) => void fates.push(...next),
    /** Sets the fate of every write for which none is planned. */
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
