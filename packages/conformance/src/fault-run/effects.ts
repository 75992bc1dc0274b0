import type { RequestedWrite } from "../schedules/world/parse-writes.js";
import type { Delivery } from "../soak/exchange.js";
import { leavesResponse } from "../soak/faults.js";
import type { Claim, ClaimedRow } from "./call-claims.js";
import type { RowVersions } from "./row-versions.js";
import type { WriteExchange } from "./write-exchange.js";

/** Request of a call, and the delivery that made the service apply its writes. */
export interface Effect {
  readonly exchange: WriteExchange;
  readonly delivery: Delivery;
}

/** Returns the requests of a call that write its rows. Those of a bulk write the rows of other items too. */
export function ownExchanges(claim: Claim, exchanges: readonly WriteExchange[]): readonly WriteExchange[] {
  return exchanges.filter(({ writes }) => writes.some((write) => isOwn(write, claim)));
}

/** Returns the writes that these requests applied, in the service's order. */
export function listEffects(exchanges: readonly WriteExchange[]): readonly Effect[] {
  const effects = exchanges.flatMap((exchange) =>
    exchange.deliveries.filter(({ isApplied }) => isApplied).map((delivery) => ({ exchange, delivery })),
  );
  return effects.sort((a, b) => a.delivery.order - b.delivery.order);
}

/**
 * Returns whether a write belongs to the call. A write that changes nothing does not: the client sends it only to keep earlier attempts
 * from being applied.
 */
function isOwn({ row, kind, properties }: RequestedWrite, { rows }: Claim): boolean {
  return rows.some((claimed) => claimed.row === row) && (kind === "delete" || properties["sku"] !== undefined);
}

/** Returns whether a request writes all rows of the call. */
export function isWhole({ writes }: WriteExchange, { rows }: Claim): boolean {
  return rows.every(({ row }) => writes.some((write) => write.row === row));
}

/** Returns whether the client possibly did not receive the service's own response to a request. */
export function mayBeLost({ fault, seen }: WriteExchange): boolean {
  return !leavesResponse(fault) || seen === undefined;
}

/**
 * Returns whether the client cannot know of this delivery: the network delivered one request twice, and the client received the response to
 * the other delivery. False if any response to these writes was lost, because the client then knows that it may have to ask.
 */
export function isUnseenDuplicate({ exchange, delivery }: Effect, own: readonly WriteExchange[]): boolean {
  const same = own.filter(({ writes }) => JSON.stringify(writes) === JSON.stringify(exchange.writes));
  const isLost = same.some(({ fault }) => !leavesResponse(fault));
  return !isLost && exchange.deliveries.length > 1 && exchange.seen !== delivery;
}

/** Returns whether a row was deleted by the write `from`, or between it and the write `to`. */
export function wasDeleted(row: string, from: Effect, to: Effect | undefined, versions: RowVersions): boolean {
  const isBetween = (order: number) => order >= from.delivery.order && order < (to?.delivery.order ?? 0);
  return versions
    .versions(row)
    .some(({ delivery, properties }) => properties === undefined && isBetween(delivery.order));
}

/** Returns whether the write stored the previous value of the counter plus one. */
export function addsOne({ delivery }: Effect, counter: ClaimedRow | undefined, versions: RowVersions): boolean {
  const version = versions.versions(counter?.row ?? "").find((one) => one.delivery === delivery);
  return version?.properties?.["quantity"] === Number(version?.before?.["quantity"]) + 1;
}
