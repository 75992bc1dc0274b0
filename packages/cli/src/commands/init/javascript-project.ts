import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns whether a package is written in JavaScript and compiled by nothing, so that generated classes have to be JavaScript too: it has a
 * jsconfig.json, or scripts as its `main` or in `src`, but neither TypeScript sources nor the compiler.
 */
export function isJavaScriptProject(root: string, packageText: string): boolean {
  if (/"(typescript|ts-node|tsx)"\s*:/.test(packageText)) return false;
  if (existsSync(join(root, "jsconfig.json"))) return true;
  const [, main] = /"main"\s*:\s*"([^"]+\.[cm]?js)"/.exec(packageText) ?? [];
  const sources = namesIn(join(root, "src"));
  if (sources.some((name) => /\.[cm]?tsx?$/.test(name))) return false;
  return sources.some((name) => /\.[cm]?jsx?$/.test(name)) || (main !== undefined && existsSync(join(root, main)));
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
}
