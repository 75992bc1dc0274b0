import { type Delivery, type Exchange, isLost } from "../world/exchange.js";
import type { Version } from "../world/journal.js";
import { parseWrites, type RequestedWrite } from "../world/parse-writes.js";
import { factsIn } from "./facts-in.js";
import { worlds } from "./marked-program.js";
import type { Application, MarkedUnit } from "./marked-unit.js";
import { type MarkedRun, timeoutMs } from "./run-marked.js";

/**
 * Names the reason why a fact (record of one of its last writes) is missing from a row; undefined if the row must have it.
 * @param later versions since the one that had it first
 * @param attempt write whose outcome the fact shows
 */
function nameRemoval({ program }: MarkedRun, later: readonly Version[], attempt: RequestedWrite): string | undefined {
  const { facts, isExclusive } = worlds[program.world];
  if (later.some(({ properties }) => properties === undefined)) return "a deletion";
  if (later.some(({ exchange }) => program.clients[exchange?.client ?? -1]?.[0]?.by === "foreign"))
    return "a program without markers";
  if (!isExclusive) return later.length > facts ? "as many later writes as facts" : undefined;
  // An exclusive row has one fact (record of the last write) for each client. If it still has a fact from before the attempt, but not that
  // of the attempt, the attempt was not applied. An earlier fact is one of the same client, or one that the attempt would have kept.
  const stored = factsIn(later.at(-1)?.properties);
  const [own, ...kept] = factsIn(attempt.properties);
  if (stored.length < facts) return undefined;
  const isKnown = stored.some((fact) => fact.slice(0, 6) === own?.slice(0, 6) || kept.includes(fact));
  return isKnown ? undefined : "more clients than facts";
}

/**
 * Names the reason why no fact in a row shows whether an attempt was applied, in the words of the documented list of unknown outcomes;
 * undefined if the rows that were read show it.
 */
export function nameUnknown(unit: MarkedUnit, attempt: Exchange): string | undefined {
  const writes = parseWrites(attempt.request);
  if (writes.some(({ row }) => row.includes("/~w-"))) return undefined;
  const telling = writes.filter(({ kind, ifMatch }) => kind === "insert" || ifMatch !== undefined);
  // The client repeats inserts until a response arrives or the time is over, but not beside a write whose version is gone.
  const isRepeated = telling.every(({ kind }) => kind === "insert") && attempt.ended !== "answered";
  const causes = telling.map((write) => nameUnknownRow(unit, write, isRepeated));
  return causes.includes(undefined) ? undefined : causes[0];
}

function nameUnknownRow(unit: MarkedUnit, write: RequestedWrite, isRepeated: boolean): string | undefined {
  const { run, attempts } = unit;
  const read = unit.lastRead(write.row);
  if (read === undefined) return undefined;
  const versions = run.journal.versions(write.row).filter(({ order }) => order < read.order);
  const own = versions.findLastIndex(({ exchange }) => exchange !== undefined && attempts.includes(exchange));
  if (write.kind !== "insert") {
    const base = versions.findIndex(({ etag }) => etag === write.ifMatch);
    return nameRemoval(run, versions.slice(base + 1), write);
  }
  if (own >= 0) return nameRemoval(run, versions.slice(own), write);
  if (versions.at(-1)?.properties === undefined) {
    const { startedAt, endedAt } = unit.result;
    if (isRepeated) return endedAt - startedAt >= timeoutMs ? "no response" : undefined;
    return versions.length > 0 ? "a deletion" : undefined;
  }
  return worlds[run.program.world].isExclusive ? nameRemoval(run, versions, write) : "a row that another inserted";
}

/**
 * Names the documented limit because of which a call could neither know nor prevent that its writes were applied; undefined if there is
 * none.
 */
export function nameLimit(unit: MarkedUnit, application: Application): string | undefined {
  const { run } = unit;
  if (run.program.world === "guarded") return undefined;
  const { exchange, delivery } = application;
  const writes = parseWrites(exchange.request);
  if (writes.some(({ row }) => row.includes("/~w-"))) return undefined;
  const removals = writes.map((write) => nameLostFact(unit, write, delivery));
  const removal = removals.includes(undefined) ? undefined : removals[0];
  const isInsert = writes.every(({ kind }) => kind === "insert") && !worlds[run.program.world].isExclusive;
  if (
    isInsert &&
    (removal === "a deletion" || isInsertedAgain(unit, writes[0], delivery) || landsUnseen(unit, writes[0], delivery))
  )
    return "an insert after the row was deleted";
  if (removal === undefined) return undefined;
  const isCopy = exchange.deliveries.length > 1 && !isLost(exchange) && exchange.heard !== delivery;
  if (isCopy) return `the network made a copy, ${removal}`;
  return unit.isSet ? `set again, ${removal}` : undefined;
}

/** Returns whether the row was deleted between an earlier application of the call and this one. */
function isInsertedAgain(unit: MarkedUnit, write: RequestedWrite | undefined, { order }: Delivery): boolean {
  const versions = unit.run.journal.versions(write?.row ?? "");
  const deletion = versions.findLast((version) => version.order < order && version.properties === undefined);
  return deletion !== undefined && unit.applications.some(({ delivery }) => delivery.order < deletion.order);
}

/** Returns whether an insert arrived after the last read of its call. Its row had existed at some time since the call began. */
function landsUnseen(unit: MarkedUnit, write: RequestedWrite | undefined, { order, at }: Delivery): boolean {
  const row = write?.row ?? "";
  if (order < (unit.lastRead(row)?.order ?? -1)) return false;
  const versions = unit.run.journal.current(row, unit.result.startedAt, at);
  return versions.some((version) => version.order < order && version.properties !== undefined);
}

/** Names the reason why the fact (record) of an applied write was missing when the call read the row. */
function nameLostFact(unit: MarkedUnit, write: RequestedWrite, { order }: Delivery): string | undefined {
  if (write.kind === "delete") return "a deletion";
  const read = unit.readAfter(write.row, order);
  if (read === undefined) return undefined;
  const versions = unit.run.journal.versions(write.row);
  return nameRemoval(
    unit.run,
    versions.filter((version) => version.order >= order && version.order < read.order),
    write,
  );
}
