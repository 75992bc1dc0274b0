import { type InputErrorCode, inputErrorCodes } from "../../../cli/src/errors/input-error-codes.js";
import type { CommandExample } from "./command-example.js";
import { inCommandLab } from "./command-lab.js";
import { connectionErrors } from "./connection-errors.js";
import { copyErrors } from "./copy-errors.js";
import { projectErrors } from "./project-errors.js";
import { rowErrors } from "./row-errors.js";
import { serveErrors } from "./serve-errors.js";
import { studioErrors } from "./studio-errors.js";

/** Example for every code of the commands. A code without one does not compile. */
const commandExamples: Readonly<Record<InputErrorCode, CommandExample>> = {
  ...projectErrors,
  ...connectionErrors,
  ...copyErrors,
  ...rowErrors,
  ...serveErrors,
  ...studioErrors,
};

/** All codes, in the order of the registry. */
export const allCommandCodes = Object.keys(inputErrorCodes) as InputErrorCode[];

/** Returns the command line of a code's example and its output, without the parts that differ between runs. */
export async function commandExample(code: InputErrorCode): Promise<string> {
  const printed = withoutMore(await inCommandLab(commandExamples[code]));
  // A bug is printed without its code.
  const mark = code === "cli.defect" ? "✖ This is a bug" : ` ${code}  `;
  if (!printed.includes(mark)) throw new Error(`The example of ${code} prints something else:\n${printed}`);
  return printed;
}

/** Removes the line that begins with `More:`, and shortens the stack trace of a bug. */
function withoutMore(printed: string): string {
  return printed
    .replaceAll(/^ {2}More: .*\n?/gm, "")
    .replace(/(?:^ {4}at .*\n?)+/m, "    at …\n")
    .trim();
}
