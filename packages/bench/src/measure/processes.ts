import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DriverName } from "../drivers/driver.js";
import type { SubjectName } from "../subjects/subjects.js";

/** Cost of one run of a workload for the client's process. */
export interface Cost {
  /** User and system time including garbage collection and the compiler's threads, in microseconds. */
  readonly cpuUs: number;
  readonly wallUs: number;
  /** Largest resident set of the process so far, in KiB. */
  readonly maxRssKb: number;
}

/** URL of the compiled modules of this bench. */
const ownModules = new URL("../", import.meta.url);

/** Starts a process that responds to messages. It exits when it is disconnected. */
async function start(
  module: string,
  args: readonly (string | number)[],
  dist: URL = ownModules,
): Promise<[ChildProcess, unknown]> {
  const child = fork(fileURLToPath(new URL(module, dist)), args.map(String), { execArgv: [] });
  return [child, await nextMessage(child)];
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const dead = once(child, "exit").then(([code]) => {
    throw new Error(`A measured process ended with ${code}.`);
  });
  const [message] = await Promise.race([once(child, "message"), dead]);
  dead.catch(() => undefined);
  return message;
}

export interface Stub {
  readonly endpoint: string;
  stop(): void;
}

/** Fault of a service: 5% of the responses come a second later, or the connection of 1% of the requests is closed. */
export type Trouble = "none" | "delayed" | "dropped";

export async function startStub(pages: number, delayMs = 0, trouble: Trouble = "none"): Promise<Stub> {
  const [child, port] = await start("server/stub-server.js", [pages, delayMs, trouble]);
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}

/** Starts the strict service without tables. */
export async function startStrictService(): Promise<Stub> {
  const [child, endpoint] = await start("server/strict-service.js", []);
  return { endpoint: endpoint as string, stop: () => child.disconnect() };
}

/** Measures against the strict service without tables, with a temporary folder that is removed at the end. */
export async function onStrictService<T>(measure: (endpoint: string, folder: string) => Promise<T>): Promise<T> {
  const service = await startStrictService();
  const folder = mkdtempSync(join(tmpdir(), "tablewright-bench-"));
  try {
    return await measure(service.endpoint, folder);
  } finally {
    service.stop();
    rmSync(folder, { recursive: true });
  }
}

/** HTTP API in a separate process. */
export interface Api extends Stub {
  /** Returns the longest delay of the event loop among 99% of the samples since the last call, in milliseconds. */
  eventLoopDelay(): Promise<number>;
}

/** Starts an HTTP API whose handlers use a driver. */
export async function startApi(driver: DriverName, endpoint: string, subject: SubjectName): Promise<Api> {
  const [child, port] = await start("server/api-server.js", [driver, endpoint, subject]);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async eventLoopDelay() {
      child.send("delay");
      return (await nextMessage(child)) as number;
    },
    stop: () => child.disconnect(),
  };
}

export interface Worker {
  run(workload: string): Promise<Cost>;
  stop(): void;
}

/** @param dist the URL of the compiled modules of a bench. Default: those of this bench */
export async function startWorker(
  driver: DriverName,
  endpoint: string,
  subject: SubjectName,
  dist?: URL,
): Promise<Worker> {
  const [child] = await start("measure/worker.js", [driver, endpoint, subject], dist);
  return {
    run(workload) {
      child.send(workload);
      return nextMessage(child) as Promise<Cost>;
    },
    stop: () => child.disconnect(),
  };
}

/** Runs a program of `programs/` and returns its result, which is the first message that it sends. */
export async function runForResult(name: string, args: readonly string[]): Promise<unknown> {
  const [child, result] = await start(`programs/${name}.js`, args);
  if (child.connected) child.disconnect();
  return result;
}

const reportUsage = fileURLToPath(new URL("programs/report-usage.cjs", ownModules));

/** Environment of measured processes, without the certificates that Node 20 would parse at every start. */
export const environment = { ...process.env, NODE_EXTRA_CA_CERTS: undefined };

/** Path of the built command `tablewright`. */
export const commandPath = fileURLToPath(new URL("../node_modules/tablewright/dist/bin.js", ownModules));

/** Folder of this bench, which is a project with definitions. */
export const projectPath = fileURLToPath(new URL("..", ownModules));

/** Returns the path of a program in `programs/`, of this bench or of another. */
export function programPath(name: string, dist: URL = ownModules): string {
  return fileURLToPath(new URL(`programs/${name}.js`, dist));
}

interface ProgramOptions {
  readonly cwd?: string;
  /** Path of the `node` to run. Default: the current one. */
  readonly node?: string;
}

/** Runs a program in a new process to its end, and returns the cost of the whole process, including Node's own start. */
export async function runProgram(
  program: string,
  args: readonly string[] = [],
  { cwd = process.cwd(), node = process.execPath }: ProgramOptions = {},
): Promise<Cost> {
  const child = spawn(node, ["--require", reportUsage, program, ...args], {
    cwd,
    env: environment,
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
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${complaints}`);
  return JSON.parse(report) as Cost;
}

/** Runs several programs in turn, repeatedly, so that all of them run under the same conditions. */
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
