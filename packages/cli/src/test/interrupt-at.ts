import type { TableService } from "@tablewright/testing";

/** Sends a signal, by default that of Ctrl-C, to this process when the service receives its nth query of rows from now on. */
export function interruptAt({ faults }: TableService, nth: number, signal: NodeJS.Signals = "SIGINT"): void {
  const before = () => {
    process.emit(signal, signal);
  };
  faults.add({ operation: "query", nth, fault: { kind: "hook", before } });
}
