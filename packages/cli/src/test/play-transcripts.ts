import { runHere } from "./run-here.js";
import type { TemporaryProject } from "./temporary-project.js";

/** Matches unindented fenced blocks, with their info and content. */
const blocks = /^```(\S+)([^\n]*)\n([\s\S]*?)^```$/gm;

/**
 * Plays a page's blocks in order. A block titled with a file's path, as in `[orders.ndjson]` or `// tables/shop.table.ts`, becomes that
 * file. Each `npx tablewright …` of a `console` block is run. Returns the page with the actual output.
 */
export async function playTranscripts(page: string, project: TemporaryProject): Promise<string> {
  let played = "";
  let end = 0;
  for (const { 0: block, 1: language, 2: info = "", 3: text = "", index } of page.matchAll(blocks)) {
    played += page.slice(end, index);
    end = index + block.length;
    const path = /\[(\S+)\]/.exec(info)?.[1] ?? /^\/\/ ([\w./-]+\.ts)\b/.exec(text)?.[1];
    if (path !== undefined) project.write(path, text);
    played += language === "console" ? `\`\`\`console${info}\n${await playBlock(text, project.root)}\`\`\`` : block;
  }
  return played + page.slice(end);
}

async function playBlock(text: string, root: string): Promise<string> {
  const steps: string[] = [];
  for (const step of text.split(/^(?=\$ )/m)) steps.push(await playStep(step, root));
  return steps.join("");
}

/** Returns the step with its command's output, or unchanged if only parts that vary from run to run differ. */
async function playStep(step: string, root: string): Promise<string> {
  const [command = "", ...written] = step.trimEnd().split("\n");
  if (!command.startsWith("$ npx tablewright ")) return step;
  const { out, log } = await runHere(root, ...argumentsOf(command));
  const printed = [out, log].filter((text) => text !== "").flatMap((text) => text.trimEnd().split("\n"));
  const isSame = withoutChance(printed).join("\n") === withoutChance(written).join("\n");
  return isSame ? step : [command, ...printed, ""].join("\n");
}

/** Parses the arguments of a command line; quotes may enclose one. */
function argumentsOf(command: string): string[] {
  const words = command.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
  return words.slice(3).map((word) => word.replace(/^'(.*)'$|^"(.*)"$/s, "$1$2"));
}

/** Removes parts that vary from run to run: timestamps, request ids, the order of an export. Ignores empty lines. */
function withoutChance(all: readonly string[]): string[] {
  const lines = all.filter((line) => line !== "");
  const stamped = lines.map((line) =>
    line.replace(/"Timestamp":"[^"]+"/, '"Timestamp":"…"').replace(/\(request [^)]+\)/, "(request …)"),
  );
  return [...stamped.filter((line) => line.startsWith("{")).sort(), ...stamped.filter((line) => !line.startsWith("{"))];
}
