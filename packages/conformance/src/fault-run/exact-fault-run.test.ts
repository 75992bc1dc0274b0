import { expect, it } from "vitest";
import { deliveryFaults, responseFaults, transportFaults } from "../soak/faults.js";
import { runFaults } from "./run-faults.js";

const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;
const calls = Number(process.env["TABLEWRIGHT_CALLS"] ?? (isSoak ? 6_600 : 150));
const faults = [...transportFaults, ...responseFaults, ...deliveryFaults];

const servers = ["Azurite", "strict"] as const;
const kinds = ["once", "indexed"] as const;
const rates = isSoak ? ([0.1, 0.3] as const) : ([0.25] as const);
const runs = servers.flatMap((server) => kinds.flatMap((writes) => rates.map((rate) => ({ server, writes, rate }))));

it.each(runs)(
  `${calls} calls of three processes with exactly: "once" all know their outcome: $server, $writes, faults $rate`,
  async (options) => {
    const { findings, report, unknownShare, serverErrors, indexFaults } = await runFaults({
      calls,
      faults,
      datesBy: "client",
      seed: 20_261_130,
      ...options,
    });
    process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
    expect(findings.slice(0, 20)).toEqual([]);
    expect({ unknownShare, serverErrors, indexFaults }).toEqual({ unknownShare: 0, serverErrors: 0, indexFaults: 0 });
  },
  2_400_000,
);
