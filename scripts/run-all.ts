import { availableParallelism } from "node:os";

/** Runs tasks in their order, as many at a time as the machine has processors. */
export async function runAll(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = tasks.values();
  const work = async () => {
    for (const task of waiting) await task();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}
