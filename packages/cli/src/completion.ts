import type { Command } from "commander";

/** Returns whether the arguments ask for completion. Every other command line starts without the library. */
export function isCompletion([first]: readonly string[]): boolean {
  return first === "completion" || first === "complete";
}

/** Adds `completion <shell>`, which prints a script, and the hidden command that this script calls. */
export async function addCompletion(program: Command): Promise<void> {
  const { default: tab } = await import("@bomb.sh/tab/commander");
  tab(program, { completionCommandName: "completion" });
}
