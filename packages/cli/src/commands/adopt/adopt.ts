import { loadOptional } from "../../errors/load-optional.js";
import { recordingHost } from "../../project/read-files.js";
import { findTsconfig } from "../../project/settings.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import { resultJson } from "../../terminal/result-json.js";
import { count, type Terminal } from "../../terminal/terminal.js";
import { findSources } from "./find-sources.js";

/** Options of `adopt`. */
export interface AdoptFlags {
  readonly json?: boolean;
  /** Reads files of tests too. */
  readonly tests?: boolean;
}

/** Prints each call of `@azure/data-tables` in a program with its replacement, and drafts of definitions for the tables. Writes nothing. */
export async function printAdoption(
  cwd: string,
  globs: readonly string[],
  flags: AdoptFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const { adopt, adoptText } = await loadOptional("adopt", "@tablewright/adopt", () => import("@tablewright/adopt"));
  const files = findSources(cwd, globs);
  const host = recordingHost(cwd);
  const tsconfig = findTsconfig(cwd, host);
  terminal.progress(`→ reading ${count(files.length, "source file")}`);
  const report = adopt({ host, files, tests: flags.tests ?? false, ...(tsconfig === undefined ? {} : { tsconfig }) });
  terminal.progress("");
  if (flags.json) {
    terminal.out(resultJson(exitCode.ok, report));
    return exitCode.ok;
  }
  const { calls, tables, leftOut } = report;
  if (calls.length > 0) terminal.out(adoptText(report));
  const without = leftOut.length === 0 ? "" : `, ${count(leftOut.length, "file")} of tests left out`;
  const read = `${count(files.length - leftOut.length, "source file")} read${without}`;
  const found =
    calls.length === 0
      ? "no use of @azure/data-tables was found"
      : `${count(tables.length, "table")}, ${count(calls.length, "call")}; nothing was changed`;
  terminal.log(`${terminal.colors.green("✔")} ${read}: ${found}`);
  return exitCode.ok;
}
