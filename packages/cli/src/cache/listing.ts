import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { definitionFolders } from "../project/definition-folders.js";
import type { Settings } from "../project/settings.js";
import { contentHash } from "./content-hash.js";

/**
 * A fingerprint of the names of all files where definitions can be, much cheaper than matching them. `undefined` where it would
 * take in too much, which is the whole project, or too little, as behind a symbolic link or in a folder that cannot be read.
 */
export function listingOf(root: string, settings: Settings): string | undefined {
  const names: string[] = [];
  for (const folder of definitionFolders(settings)) {
    if (/^(\.|\.\.(\/\.\.)*)$/.test(folder)) return undefined;
    const entries = entriesOf(join(root, folder));
    if (entries === undefined) return undefined;
    for (const entry of entries) {
      if (entry.isSymbolicLink()) return undefined;
      if (entry.isFile()) names.push(`${entry.parentPath}/${entry.name}`);
    }
  }
  return contentHash(names.sort().join("\n"));
}

function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? [] : undefined;
  }
}
