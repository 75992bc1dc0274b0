import type { Command } from "commander";

/** Returns whether the command line asks for shell completion. Only then is the completion library loaded. */
export function isCompletion([first]: readonly string[]): boolean {
  return first === "completion" || first === "complete";
}

/** Adds the command `completion <shell>`, which prints a shell script, and the hidden command `complete`, which that script calls. */
export async function addCompletion(program: Command): Promise<void> {
  const { default: tab } = await import("@bomb.sh/tab/commander");
  tab(program, { completionCommandName: "completion" });
}
