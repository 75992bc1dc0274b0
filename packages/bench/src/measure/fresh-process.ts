import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Cost } from "./cost.js";

const reportUsage = new URL("../fresh/report-usage.js", import.meta.url).href;

/** A script of `fresh/`. */
export function freshScript(name: string): string {
  return fileURLToPath(new URL(`../fresh/${name}.js`, import.meta.url));
}

/** Runs a script in a new process to its end, and tells what all of it cost, Node's own start included. */
export async function runFresh(script: string, args: readonly string[] = [], cwd = process.cwd()): Promise<Cost> {
  const child = spawn(process.execPath, ["--import", reportUsage, script, ...args], {
    cwd,
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  let report = "";
  let complaints = "";
  child.stdio[3]?.on("data", (chunk) => {
    report += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    complaints += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${script} ended with ${code}: ${complaints}`);
  return JSON.parse(report) as Cost;
}

/** Runs several scripts one after the other, time and again, so that all of them see the same weather. */
export async function interleaved<Name extends string>(
  times: number,
  runs: Readonly<Record<Name, () => Promise<Cost>>>,
): Promise<Record<Name, Cost[]>> {
  const names = Object.keys(runs) as Name[];
  const costs = Object.fromEntries(names.map((name) => [name, [] as Cost[]])) as Record<Name, Cost[]>;
  for (let time = 0; time < times; time++) {
    for (const name of names) costs[name].push(await runs[name]());
  }
  return costs;
}
