import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".woff2": "font/woff2",
};

export interface ServedSite {
  readonly origin: string;
  close(): void;
}

/**
 * Serves a folder on the loopback interface. A path may omit `.html`, and a path without a file gets `404.html`.
 * @param extra contents by path, which are served in place of files
 */
export async function serveSite(folder: string, extra: Readonly<Record<string, string>> = {}): Promise<ServedSite> {
  const missing = [join(folder, "404.html")].find(isFile);
  const server = createServer((request, response) => {
    const path = decodeURI((request.url ?? "/").split(/[?#]/)[0] ?? "/");
    const own = extra[path];
    const file = [path, `${path}.html`, join(path, "index.html")].map((name) => join(folder, name)).find(isFile);
    const shown = own === undefined ? (file ?? missing) : undefined;
    response.statusCode = own === undefined && file === undefined ? 404 : 200;
    response.setHeader("content-type", types[extname(shown ?? "page.html")] ?? "application/octet-stream");
    response.end(own ?? (shown === undefined ? "" : readFileSync(shown)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${port}`, close };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
