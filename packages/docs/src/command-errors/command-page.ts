import { type InputErrorCode, inputErrorCodes } from "../../../cli/src/errors/input-error-codes.js";
import { codePage } from "../reference/code-page.js";
import { allCommandCodes, commandExample } from "./command-examples.js";

const head = `<!-- Written by \`pnpm generate\` from the registry of codes and what the commands print in its examples. -->

# Errors of the command

Errors that \`npx tablewright\` itself reports. It also reports [diagnostics](diagnostics.md) of definitions, and commands
that connect report [errors](errors.md) of the client. Codes are stable: scripts find them in the output of \`--json\`.
`;

/** Writes the page of all command errors: when each is raised, an example of its output, and the remedy. */
export function commandPage(): Promise<string> {
  return codePage(head, allCommandCodes, writeSection);
}

async function writeSection(code: InputErrorCode): Promise<string> {
  const { summary, help } = inputErrorCodes[code];
  return `### ${code}

${summary}

\`\`\`text
${await commandExample(code)}
\`\`\`

${help}
`;
}
