import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defaultConfig, lockFileName } from "../../project/project.js";
import { readTextFile, recordingHost } from "../../project/read-files.js";
import { buildSettings } from "../../project/settings.js";
import type { Terminal } from "../../terminal/terminal.js";

const ignoreFile = ".prettierignore";

/**
 * Adds the generated files and the lock file to `.prettierignore`, if the package uses Prettier. Prettier has no comment that makes it skip
 * a whole TypeScript file, and `generate --check` would report each file that Prettier has formatted.
 */
export async function ignoreInPrettier(root: string, packageText: string, terminal: Terminal): Promise<void> {
  const isPrettierFile = (name: string) => /^(?:\.prettier(?:rc.*|ignore)|prettier\.config\..+)$/.test(name);
  if (!packageText.includes('"prettier"') && !readdirSync(root).some(isPrettierFile)) return;
  const text = readTextFile(join(root, ignoreFile));
  const ignored = new Set((text ?? "").split(/\r?\n/).map(normalPattern));
  const wanted = [`${await readOutDir(root)}/`, lockFileName({ root, cwd: root, config: defaultConfig })];
  const added = wanted.filter((pattern) => !ignored.has(normalPattern(pattern)));
  if (added.length === 0) return;
  const end = text?.includes("\r\n") ? "\r\n" : "\n";
  const before = text === undefined || text === "" || text.endsWith("\n") ? (text ?? "") : text + end;
  writeFileSync(join(root, ignoreFile), before + added.map((pattern) => pattern + end).join(""));
  terminal.out(`${text === undefined ? "written " : "changed "} ${ignoreFile}`);
}

function normalPattern(line: string): string {
  return line.trim().replace(/^\.?\/|\/(?:\*{1,2})?$/g, "");
}

/** Returns the folder of generated files, as the config sets it. */
async function readOutDir(root: string): Promise<string> {
  const { readConfig } = await import("@tablewright/generator");
  const { config } = readConfig({ host: recordingHost(root), path: defaultConfig });
  return buildSettings(config, undefined).outDir;
}
