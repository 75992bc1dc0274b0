import { type DiagnosticCode, diagnosticCodes } from "@tablewright/generator";
import { codePage } from "./code-page.js";
import { allDiagnosticCodes, diagnosticExample } from "./diagnostic-examples.js";

const head = `<!-- Written by \`pnpm generate\` from the registry of codes and the generator's own examples. -->

# Diagnostics

What \`tablewright generate\` and \`tablewright check\` report about definitions. All errors are reported together. An error stops
generation, a warning does not. Codes are stable: scripts find them in the output of \`--json\`. Everything else that stops a command is among the
[errors of the command](commands.md).
`;

/** Length of the longest source line to show. A longer one was written by a program. */
const maxLine = 110;

/** Writes the page of all diagnostics: when each is reported, an example of its output, and the remedy. */
export function diagnosticPage(): Promise<string> {
  return codePage(head, allDiagnosticCodes, writeSection);
}

function writeSection(code: DiagnosticCode): string {
  const { severity, summary } = diagnosticCodes[code];
  const { diagnostic, line } = diagnosticExample(code);
  const { file, line: at, column } = diagnostic.location;
  const shown = line !== undefined && line.trim() !== "" && line.length <= maxLine ? `  > ${at} | ${line}\n` : "";
  return `### ${code}

${severity === "warning" ? "A warning. " : ""}${summary}

\`\`\`text
${severity === "warning" ? "⚠" : "✖"} ${code}  ${shorten(diagnostic.message)}
  ${file}:${at}:${column}
${shown}  → ${shorten(diagnostic.help)}
\`\`\`
`;
}

function shorten(text: string): string {
  return text.length <= 400 ? text : `${text.slice(0, 300)} … ${text.slice(-80)}`;
}
