/**
 * Prints the sentences that users read, in the order of the sources, so that they can be read aloud: texts of errors and of
 * diagnostics, and the output of the command. `pnpm sentences packages/cli` prints those of one folder.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "..");
const folders =
  process.argv.length > 2
    ? process.argv.slice(2)
    : ["runtime", "generator", "adopt", "sql", "studio", "cli"].map(sourcesOf);
const listed = execFileSync("git", ["ls-files", "-z", ...folders], { cwd: root, encoding: "utf8" }).split("\0");
const paths = listed.filter(
  (path) => /\/src\/.*\.ts$/.test(path) && !/\.test(-d)?\.ts$|\/(test|golden|fixtures)\//.test(path),
);

for (const path of paths) {
  const file = ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.Latest);
  const sentences = sentencesOf(file);
  if (sentences.length > 0) process.stdout.write(`\n${path}\n${sentences.join("\n")}\n`);
}

function sourcesOf(name: string): string {
  return `packages/${name}/src`;
}

/** Finds literals of several words, with their line numbers. */
function sentencesOf(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node, file);
    if (text !== undefined && /[a-z]{2,}[^\n]* [^\n]*[a-z]{2,}/i.test(text)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      found.push(`${String(line + 1).padStart(5)}  ${text.replaceAll("\n", "\\n")}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the text of a literal, with each substitution of a template as its expression. */
function textOf(node: ts.Node, file: ts.SourceFile): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  const spans = node.templateSpans.map(({ expression, literal }) => `{${expression.getText(file)}}${literal.text}`);
  return node.head.text + spans.join("");
}
