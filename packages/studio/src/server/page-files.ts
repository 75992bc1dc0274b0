import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

/** File of the page with its content type, ready to be sent. */
export interface PageFile {
  readonly body: Buffer;
  readonly type: string;
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/**
 * Reads all files of the page into memory, by URL path, such as `/assets/index.js`. The server serves only these paths, so no path in a
 * request reaches the file system.
 * @throws Error if the folder has no `index.html`, because the package was not built
 */
export function readPageFiles(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const url = path.slice(folder.length).replaceAll("\\", "/").replace(/^\/?/, "/");
    files.set(url === "/index.html" ? "/" : url, { body: readFileSync(path), type });
  }
  if (!files.has("/")) throw new Error(`${folder} has no page. Build the package: npx -y pnpm@10 build`);
  return files;
}
