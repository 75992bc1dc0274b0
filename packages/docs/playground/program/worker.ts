/* Worker of the playground that runs one program, and ends with it. */
import type { ProgramEvent } from "../messages.js";
import { formatValue } from "./format-value.js";
import { connectNetwork } from "./network.js";
import { runModules } from "./run-modules.js";

const report = (event: ProgramEvent): void => postMessage(event);
const print = (values: readonly unknown[], isError: boolean): void =>
  report({ kind: "print", text: values.map((value) => formatValue(value)).join(" "), isError });

Object.assign(console, {
  log: (...values: unknown[]) => print(values, false),
  info: (...values: unknown[]) => print(values, false),
  warn: (...values: unknown[]) => print(values, true),
  error: (...values: unknown[]) => print(values, true),
});

addEventListener("unhandledrejection", (event) => {
  print([event.reason], true);
  event.preventDefault();
});

addEventListener("message", async ({ data }: MessageEvent<Readonly<Record<string, string>>>) => {
  const packages = connectNetwork((request) => report({ kind: "request", request }));
  try {
    await runModules(data, packages);
  } catch (error) {
    print([error], true);
  }
  report({ kind: "end" });
});
