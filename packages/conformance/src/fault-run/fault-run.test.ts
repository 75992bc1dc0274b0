import { expect, it } from "vitest";
import { deliveryFaults, responseFaults, transportFaults } from "../soak/faults.js";
import { runFaults } from "./run-faults.js";

const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;
const calls = Number(process.env["TABLEWRIGHT_CALLS"] ?? (isSoak ? 30_000 : 300));
const faults = [...transportFaults, ...responseFaults, ...deliveryFaults];

/**
 * Maximum share of writes with an unknown outcome, by the share of requests that fail. Without it, a client that always reports an unknown
 * outcome would pass.
 */
const maxUnknownShare = { 0.1: 0.03, 0.3: 0.13 } as const;

const runs = [
  { server: "Azurite", rate: 0.1, datesBy: "connection", seed: 20_261_122 },
  { server: "Azurite", rate: 0.3, datesBy: "client", seed: 20_261_124 },
  ...(isSoak
    ? ([
        { server: "strict", rate: 0.1, datesBy: "client", seed: 20_261_124 },
        { server: "strict", rate: 0.3, datesBy: "connection", seed: 20_261_125 },
      ] as const)
    : []),
] as const;

it.each(runs)(
  `${calls} calls of three processes are told the truth: $server, faults $rate, a wrong Date by $datesBy, seed $seed`,
  async ({ server, rate, datesBy, seed }) => {
    const { findings, report, unknownShare, injected, serverErrors } = await runFaults({
      calls,
      server,
      seed,
      rate,
      faults,
      datesBy,
    });
    process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
    const violations = findings.flatMap((one) => ("violation" in one ? [`${one.violation}: ${one.what}`] : []));
    expect(violations.slice(0, 20)).toEqual([]);
    expect(serverErrors).toBe(0);
    if (!isSoak) return;
    expect([...injected].sort()).toEqual([...faults].sort());
    expect(unknownShare).toBeLessThan(maxUnknownShare[rate]);
  },
);
