import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { InputError } from "../../errors/input-error.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import { resultJson } from "../../terminal/result-json.js";
import type { Terminal } from "../../terminal/terminal.js";

/** Reference pages that ship with the packages: for each, its path, and the kind of the codes that it describes. */
const pages = [
  ["@tablewright/runtime/docs/errors.md", "error at run time"],
  ["@tablewright/generator/docs/diagnostics.md", "diagnostic of definitions"],
  ["tablewright/docs/commands.md", "error of the command"],
] as const;

/** Options of `explain`. */
export interface ExplainFlags {
  readonly json?: boolean;
}

/**
 * Prints the reference text of an error code or diagnostic code. Prints both texts if an error and a diagnostic share the code.
 * @throws InputError `explain.unknown-code` if no page has the code
 */
export async function explain(code: string, { json }: ExplainFlags, terminal: Terminal): Promise<ExitCode> {
  const sections = allSections();
  const found = sections.filter((section) => section.code === code);
  if (found.length === 0) throw await unknownCode(code, new Set(sections.map((section) => section.code)));
  if (json) terminal.out(resultJson(exitCode.ok, { code, sections: found.map(({ kind, text }) => ({ kind, text })) }));
  else terminal.out(found.map(({ kind, text }) => `${code}  (${kind})\n\n${text}`).join("\n\n"));
  return exitCode.ok;
}

interface Section {
  readonly code: string;
  readonly kind: string;
  readonly text: string;
}

function allSections(): Section[] {
  const { resolve } = createRequire(import.meta.url);
  return pages.flatMap(([page, kind]) => parseSections(readFileSync(resolve(page), "utf8"), kind));
}

/** Returns one section for each code (`###` heading) of a page, as plain text. Indents the examples in place of their code fences. */
function parseSections(page: string, kind: string): Section[] {
  return page
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const [heading = "", ...lines] = section.replace(/\n## .*\n+$/, "").split("\n");
      const text = lines
        .join("\n")
        .replaceAll(/^```text\n([\s\S]*?)^```$/gm, (_, example: string) => indented(example));
      return { code: heading.replace(/ .*/, ""), kind, text: text.trim() };
    });
}

function indented(text: string): string {
  return text.trimEnd().replaceAll(/^(?=.)/gm, "    ");
}

async function unknownCode(code: string, codes: Iterable<string>): Promise<InputError> {
  const { didYouMean } = await import("@tablewright/generator");
  const help = didYouMean(code, codes, "Pass a code as it was printed, such as key.too-long.");
  return new InputError("explain.unknown-code", `No error or diagnostic has the code ${JSON.stringify(code)}.`, help);
}
