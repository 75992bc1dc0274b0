import type { Exchange } from "../../soak/exchange.js";
import type { Addition } from "./hot-accounts.js";

/** Additions compared with what the service applied of them. */
export interface Judgement {
  /** Number of times that the service applied the additions, which is the number that their account must have. */
  readonly applied: number;
  /** Results that contradict what was applied. */
  readonly findings: readonly string[];
  /**
   * Number of additions without a receipt whose first delivery was applied, and whose program received the refusal of the second: a
   * documented case in which it cannot know.
   */
  readonly doubled: number;
}

/** Returns the requests of each call. */
export function exchangesByCall(exchanges: readonly Exchange[]): ReadonlyMap<string, readonly Exchange[]> {
  const calls = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    const own = calls.get(exchange.call);
    if (own === undefined) calls.set(exchange.call, [exchange]);
    else own.push(exchange);
  }
  return calls;
}

/** Compares the results of additions to one account with what the service applied of them. */
export function judgeAdditions(
  additions: readonly Addition[],
  exchanges: ReadonlyMap<string, readonly Exchange[]>,
): Judgement {
  let applied = 0;
  let doubled = 0;
  const findings: string[] = [];
  for (const addition of additions) {
    const { call, isOnce, told } = addition;
    const own = (exchanges.get(call) ?? []).filter(({ request }) => request.body.includes(JSON.stringify(call)));
    const all = own.flatMap((exchange) => {
      const effects = exchange.deliveries.filter(({ isApplied }) => isApplied);
      return effects.map((delivery) => !isOnce && exchange.fault === "duplicate, second" && exchange.seen !== delivery);
    });
    const known = all.filter((isUnseen) => !isUnseen).length;
    applied += all.length;
    doubled += all.length - known;
    const isRight =
      told === "ok" ? known === 1 || (known === 0 && all.length > 0) : told === "failed" ? known === 0 : known <= 1;
    if (!isRight) findings.push(`${call} was told ${told}${isOnce ? ", once" : ""}, and applied ${all.length} times`);
  }
  return { applied, findings, doubled };
}
