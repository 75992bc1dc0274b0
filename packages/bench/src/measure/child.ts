import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { DriverName } from "../drivers/driver.js";
import type { SubjectName } from "../subjects/subjects.js";
import type { Cost } from "./cost.js";

/** A process that answers messages; it ends when it is disconnected. */
async function start(module: string, args: readonly (string | number)[]): Promise<[ChildProcess, unknown]> {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), args.map(String), { execArgv: [] });
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

export async function startStub(pages: number, delayMs = 0): Promise<Stub> {
  const [child, port] = await start("../server/stub-server.js", [pages, delayMs]);
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}

export interface Worker {
  run(work: string): Promise<Cost>;
  stop(): void;
}

export async function startWorker(driver: DriverName, endpoint: string, subject: SubjectName): Promise<Worker> {
  const [child] = await start("./worker.js", [driver, endpoint, subject]);
  return {
    run(work) {
      child.send(work);
      return nextMessage(child) as Promise<Cost>;
    },
    stop: () => child.disconnect(),
  };
}
