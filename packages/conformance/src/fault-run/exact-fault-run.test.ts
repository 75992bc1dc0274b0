import { expect, it } from "vitest";
import { deliveryFaults, responseFaults, transportFaults } from "../soak/faults.js";
import { runFaults } from "./run-faults.js";

const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;
const calls = isSoak ? 6_000 : 300;
const faults = [...transportFaults, ...responseFaults, ...deliveryFaults];

const runs = [
  { rate: 0.25, datesBy: "client", seed: 20_261_130 },
  ...(isSoak
    ? ([
        { rate: 0.25, datesBy: "connection", seed: 20_261_131 },
        { rate: 0.1, datesBy: "client", seed: 20_261_133 },
      ] as const)
    : []),
] as const;

it.each(runs)(
  `${calls} calls of three processes with exactly: "once" all know their outcome: faults $rate, seed $seed`,
  async (options) => {
    const { findings, report, unknownShare, serverErrors } = await runFaults({
      calls,
      faults,
      writes: "once",
      ...options,
    });
    process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
    expect(findings.slice(0, 20)).toEqual([]);
    expect({ unknownShare, serverErrors }).toEqual({ unknownShare: 0, serverErrors: 0 });
  },
  2_400_000,
);
