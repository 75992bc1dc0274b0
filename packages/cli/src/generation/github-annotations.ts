import type { Outcome } from "./outcome.js";

/**
 * Formats diagnostics and errors as GitHub workflow commands. GitHub shows them beside the source lines that they are about.
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function githubAnnotations({ diagnostics, problem }: Pick<Outcome, "diagnostics" | "problem">): string[] {
  const lines = diagnostics.map(({ code, severity, message, help, location }) => {
    const { file, line, column, endLine, endColumn } = location;
    // GitHub shows columns only for annotations of a single line.
    const columns = line === endLine ? { col: column, endColumn } : {};
    return annotation(severity, { file, line, endLine, ...columns, title: code }, `${message} ${help}`);
  });
  return problem === undefined
    ? lines
    : [...lines, annotation("error", { title: problem.code }, `${problem.message} ${problem.help}`)];
}

function annotation(command: string, properties: Readonly<Record<string, unknown>>, message: string): string {
  const given = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${command} ${given.join(",")}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
