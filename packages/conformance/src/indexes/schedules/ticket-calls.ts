import type { TableServiceClient } from "@tablewright/runtime";
import { reindex } from "@tablewright/runtime/reindex";
import { Ticket } from "../../../../runtime/src/test/company/index.js";
import { Draw } from "../../schedules/calls/draw.js";

/** Ticket as calls write it. */
export interface TicketValues {
  readonly id: string;
  readonly state: string;
  readonly slug: string;
}

/** One call of a client, as data. */
export type TicketCall =
  | ({ readonly op: "insert" | "insertOrReplace" | "insertOrMerge" | "replace" | "bulk" } & TicketValues)
  | { readonly op: "merge" | "modify"; readonly id: string; readonly state: string }
  | { readonly op: "note" | "delete" | "bulkDelete"; readonly id: string }
  /** Reads a ticket and changes its state, in a transaction that also inserts another ticket. */
  | { readonly op: "transaction"; readonly id: string; readonly state: string; readonly other: TicketValues }
  /** Reads both tickets, and gives each the slug of the other. */
  | { readonly op: "exchange" }
  | { readonly op: "query"; readonly state: string }
  | { readonly op: "get"; readonly slug: string }
  /** Waits until no earlier write can still be in progress, or runs `reindex`. */
  | { readonly op: "wait" | "reindex" };

export interface TicketClient {
  readonly calls: readonly TicketCall[];
  /** Number of requests that the client sends before it crashes; undefined if it does not crash. */
  readonly crashAfter: number | undefined;
}

/** Calls of some clients, and the rows that exist before them. */
export interface TicketProgram {
  readonly tickets: readonly (TicketValues & { readonly ageMs: number })[];
  /** Rows of the state index that a crash left behind: no ticket has their state. */
  readonly stale: readonly { readonly id: string; readonly state: string; readonly ageMs: number }[];
  readonly clients: readonly TicketClient[];
}

export const project = "P";
const hour = 3_600_000;
const ids = ["1", "2"] as const;
const states = ["x", "y"] as const;

export function drawTicketProgram(random: () => number): TicketProgram {
  const draw = new Draw(random, false, 0, 0);
  const tickets = ids
    .filter(() => draw.chance(0.6))
    .map((id) => ({ id, state: draw.pick(...states), slug: `s${id}`, ageMs: draw.pick(hour, hour, 900) }));
  const stale = ids
    .filter(() => draw.chance(0.3))
    .map((id) => ({ id, state: draw.pick(...states), ageMs: draw.pick(hour, hour, 900) }))
    .filter(({ id, state }) => !tickets.some((ticket) => ticket.id === id && ticket.state === state));
  const clients = Array.from({ length: draw.pick(2, 2, 3) }, () => ({
    calls: Array.from({ length: draw.pick(1, 2, 2, 3) }, () => drawCall(draw)),
    crashAfter: draw.chance(0.25) ? draw.int(8) : undefined,
  }));
  return { tickets, stale, clients };
}

function drawCall(draw: Draw): TicketCall {
  const id = draw.pick("1", "1", "2");
  const state = draw.pick(...states);
  const values = drawValues(draw, id);
  const op = draw.pick(
    ...([
      "insert",
      "insert",
      "insertOrReplace",
      "insertOrMerge",
      "replace",
      "merge",
      "modify",
      "note",
      "delete",
    ] as const),
    ...(["delete", "transaction", "bulk", "bulkDelete", "query", "query", "get", "reindex", "wait"] as const),
    "exchange" as const,
  );
  if (op === "merge" || op === "modify") return { op, id, state };
  if (op === "note" || op === "delete" || op === "bulkDelete") return { op, id };
  if (op === "transaction") return { op, id, state, other: drawValues(draw, "3") };
  if (op === "query") return { op, state };
  if (op === "get") return { op, slug: values.slug };
  if (op === "wait" || op === "reindex" || op === "exchange") return { op };
  return { op, ...values };
}

function drawValues(draw: Draw, id: string): TicketValues {
  return { id, state: draw.pick(...states), slug: draw.chance(0.2) ? "s1" : `s${id}` };
}

export async function runTicketCall(service: TableServiceClient, call: TicketCall): Promise<unknown> {
  const tickets = service.entities(Ticket);
  const key = (id: string) => ({ project, id });
  switch (call.op) {
    case "insert":
    case "insertOrReplace":
    case "insertOrMerge": {
      const { op, ...values } = call;
      return tickets[op]({ project, ...values });
    }
    case "replace":
      return tickets.replace(buildTicket(call), { ifMatch: "*" });
    case "bulk":
      return tickets.bulk([
        { insertOrReplace: buildTicket(call) },
        { merge: key("2"), changes: { state: "x" }, ifMatch: "*" },
      ]);
    case "merge":
      return tickets.merge(key(call.id), { state: call.state }, { ifMatch: "*" });
    case "modify":
      return tickets.modify(key(call.id), () => ({ set: { state: call.state } }), { attempts: 4 });
    case "note":
      return tickets.merge(key(call.id), { note: "n" }, { ifMatch: "*" });
    case "delete":
      return tickets.delete(key(call.id), { ifMatch: "*" });
    case "bulkDelete":
      return tickets.bulk([{ delete: key(call.id), ifMatch: "*" }]);
    case "transaction": {
      const from = await tickets.getOrThrow(key(call.id));
      return service.transaction(Ticket.partition({ project }), (tx) => {
        tx.merge(Ticket, { id: call.id }, { state: call.state }, { from });
        tx.insert(Ticket, call.other);
      });
    }
    case "exchange": {
      const [one, two] = await Promise.all(ids.map((id) => tickets.getOrThrow(key(id))));
      if (one === undefined || two === undefined) return undefined;
      return service.transaction(Ticket.partition({ project }), (tx) => {
        tx.merge(Ticket, one, { slug: two.slug }, { from: one });
        tx.merge(Ticket, two, { slug: one.slug }, { from: two });
      });
    }
    case "query":
      return tickets.byState.query({ state: call.state }).toArray();
    case "get":
      return tickets.bySlug.get({ project, slug: call.slug });
    case "reindex":
      return reindex(service, Ticket);
    case "wait":
      return new Promise((resolve) => setTimeout(resolve, 21 * 60_000));
  }
}

function buildTicket({ id, state, slug }: TicketValues) {
  return { project, id, state, slug };
}

/** Formats a call in a line. */
export function formatCall(call: object): string {
  return Object.values(call)
    .map((value) => (typeof value === "object" ? JSON.stringify(value) : String(value)))
    .join(" ");
}
