import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { TableServiceClient } from "@tablewright/runtime";
import { Counter } from "../../../../generator/src/emit/golden/club/expected/index.js";
import { startAzurite } from "../../azurite.js";
import { type FaultProxy, startFaultProxy } from "../../soak/fault-proxy.js";
import { deliveryFaults, responseFaults, transportFaults } from "../../soak/faults.js";

export const counterKey = { name: "visits" };

/** Numbers of calls by the outcome that they reported. */
export interface Outcomes {
  ok: number;
  unknown: number;
  refused: number;
  /** Numbers of errors by the error's `code` and `evidence`. */
  readonly codes: Record<string, number>;
}

export function noOutcomes(): Outcomes {
  return { ok: 0, unknown: 0, refused: 0, codes: {} };
}

const child = fileURLToPath(new URL("count-child.ts", import.meta.url));

/** Runs a test against an Azurite behind a proxy that fails a fifth of the requests. @param direct the client that bypasses the proxy */
export async function behindFaults<Result>(
  seed: number,
  run: (proxy: FaultProxy, direct: TableServiceClient) => Promise<Result>,
): Promise<Result> {
  const azurite = await startAzurite();
  const faults = [...transportFaults, ...responseFaults, ...deliveryFaults];
  const proxy = await startFaultProxy({ target: azurite.endpoint, seed, rate: 0.2, faults });
  const direct = TableServiceClient.fromConnectionString(azurite.connectionString);
  try {
    await direct.createTables([Counter]);
    return await run(proxy, direct);
  } finally {
    await direct.close();
    await proxy.stop();
    await azurite.stop();
  }
}

/** Lets the writers of three processes increment a counter. @param writers the number of writers in each process */
export async function countInProcesses(endpoint: string, writers: readonly number[], calls: number): Promise<Outcomes> {
  const sum = noOutcomes();
  const run = async (count: number) => {
    const options = ["--conditions=@tablewright/source", "--import", "tsx"];
    const parameters = [endpoint, String(count), String(calls)];
    const { stdout } = await promisify(execFile)(process.execPath, [...options, child, ...parameters]);
    const { ok, unknown, refused, codes } = JSON.parse(stdout) as Outcomes;
    sum.ok += ok;
    sum.unknown += unknown;
    sum.refused += refused;
    for (const [code, count] of Object.entries(codes)) sum.codes[code] = (sum.codes[code] ?? 0) + count;
  };
  await Promise.all(writers.map(run));
  return sum;
}
