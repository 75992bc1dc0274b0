import { type ErrorCode, errorCodes } from "@tablewright/runtime";
import { codePage } from "./code-page.js";
import { allErrorCodes, errorExamples, exampleMessage } from "./error-examples.js";

const head = `<!-- Written by \`pnpm generate\` from the registry of codes and the errors that its examples raise. -->

# Error codes

Every error of the runtime is a \`TableError\` with one of these codes. They are stable: match them with
\`isTableError(error, "entity.not-found")\`. The guide to [errors](../guide/errors.md) describes the other members of an error.
[Diagnostics](diagnostics.md) of \`tablewright generate\` and [errors of the command](commands.md) have their own pages.
`;

/** Writes the page of all error codes: when each is raised, an example of its message, and the remedy. */
export function errorPage(): Promise<string> {
  return codePage(head, allErrorCodes, writeSection);
}

async function writeSection(code: ErrorCode): Promise<string> {
  const message = await exampleMessage(code);
  return `### ${code}

${errorCodes[code]}

\`\`\`text
${message}
\`\`\`

${errorExamples[code].help}
`;
}
