import type { ProgramEvent } from "../messages.js";

/**
 * Runs a program in a worker of its own.
 * @param modules text of the program and its classes, by path
 * @returns function that stops the program
 */
export function runProgram(
  modules: Readonly<Record<string, string>>,
  report: (event: ProgramEvent) => void,
): () => void {
  const worker = new Worker(new URL("program.js", import.meta.url), { type: "module" });
  const stop = () => worker.terminate();
  worker.addEventListener("message", ({ data }: MessageEvent<ProgramEvent>) => {
    if (data.kind === "end") stop();
    report(data);
  });
  worker.postMessage(modules);
  return stop;
}
