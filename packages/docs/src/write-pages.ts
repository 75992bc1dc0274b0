/** Writes the generated parts of the pages. `pnpm generate` runs it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { pagesFolder } from "./blocks/code-blocks.js";
import { commandReference } from "./command/command-reference.js";
import { commandPage } from "./command-errors/command-page.js";
import { withCompat } from "./compat/compat-section.js";
import { withResults } from "./performance/results-section.js";
import { resultsHeadline, resultsSummary, tableRates } from "./performance/results-summary.js";
import { pictures } from "./pictures/pictures.js";
import { diagnosticPage } from "./reference/diagnostic-page.js";
import { errorPage } from "./reference/error-page.js";
import { packagedPage } from "./reference/packaged-page.js";

for (const [name, svg] of pictures()) write(`pictures/${name}`, svg);
const shippedCommands = "../../cli/docs/commands.md";
// The page must exist before it is generated, because `explain` reads it, and one of its examples is an error of `explain`.
if (!existsSync(`${pagesFolder}${shippedCommands}`)) write(shippedCommands, "");
const [errors, diagnostics, commands] = [await errorPage(), await diagnosticPage(), await commandPage()];
write("reference/errors.md", errors);
write("reference/diagnostics.md", diagnostics);
write("reference/commands.md", commands);
write("reference/cli.md", commandReference());
write("../../runtime/docs/errors.md", packagedPage(errors));
write("../../generator/docs/diagnostics.md", packagedPage(diagnostics));
write(shippedCommands, packagedPage(commands));
write("guide/runtimes.md", withCompat(readFileSync(`${pagesFolder}guide/runtimes.md`, "utf8")));
write("guide/performance.md", withResults(readFileSync(`${pagesFolder}guide/performance.md`, "utf8")));
write(
  "guide/live-tables.md",
  withResults(readFileSync(`${pagesFolder}guide/live-tables.md`, "utf8"), tableRates, "rates"),
);
const readme = withResults(readFileSync(`${pagesFolder}../../../README.md`, "utf8"), resultsSummary);
write("../../../README.md", withResults(readme, resultsHeadline, "headline"));

function write(path: string, text: string): void {
  const file = `${pagesFolder}${path}`;
  // Other checks read the pages meanwhile.
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(new URL(".", `file://${file}`), { recursive: true });
  writeFileSync(file, text);
}
