import { expect, it } from "vitest";
import { deliveryFaults, responseFaults, transportFaults } from "../soak/faults.js";
import type { Limit } from "./finding.js";
import { runFaults } from "./run-faults.js";

const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;
const calls = isSoak ? 6_000 : 300;
const faults = [...transportFaults, ...responseFaults, ...deliveryFaults];

/** Limits of markers in rows that other clients delete. Guard rows avoid them. A transaction of the caller has no guard row. */
const limitsOfDeletion: readonly Limit[] = [
  "refused, as a duplicate of it was applied",
  "confirmed: another client wrote the same",
  "inserted again after a deletion",
  "written again after a deletion",
  "refused, and inserted after the row was deleted",
];

const none: readonly Limit[] = [];

const runs = [
  { lines: "marked", rate: 0.25, datesBy: "client", seed: 20_261_130, limits: limitsOfDeletion },
  { lines: "guarded", rate: 0.25, datesBy: "connection", seed: 20_261_131, limits: none },
  ...(isSoak
    ? ([
        { lines: "marked", rate: 0.1, datesBy: "connection", seed: 20_261_132, limits: limitsOfDeletion },
        { lines: "guarded", rate: 0.1, datesBy: "client", seed: 20_261_133, limits: none },
      ] as const)
    : []),
] as const;

it.each(runs)(
  `${calls} calls of three processes on $lines rows are told the truth: faults $rate, seed $seed`,
  async ({ limits, ...options }) => {
    const { findings, report, serverErrors } = await runFaults({ calls, faults, ...options });
    process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
    const violations = findings.flatMap((one) => ("violation" in one ? [`${one.violation}: ${one.what}`] : []));
    const others = findings.flatMap((one) => {
      if (!("limit" in one)) return [];
      const allowed = one.what.startsWith("transaction ") ? limitsOfDeletion : limits;
      return allowed.includes(one.limit) ? [] : [`${one.limit}: ${one.what}`];
    });
    expect([...violations, ...others].slice(0, 20)).toEqual([]);
    expect(serverErrors).toBe(0);
  },
  2_400_000,
);
