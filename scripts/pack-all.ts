/** Packs all published packages into a folder, as npm would publish them: `pnpm pack:all [folder]`, by default `packed`. */
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { runAll } from "./run-all.js";

const root = join(import.meta.dirname, "..");

/** Folders of the published packages. */
export const published = ["runtime", "generator", "adopt", "sql", "studio", "cli", "testing"];

/** Packs the built packages into a folder. */
export async function packAll(folder: string): Promise<void> {
  const execute = promisify(execFile);
  await runAll(
    published.map((name) => async () => {
      await execute("npx", ["-y", "pnpm@10", "pack", "--pack-destination", folder], {
        cwd: join(root, "packages", name),
      });
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const folder = resolve(process.env["INIT_CWD"] ?? "", process.argv[2] ?? "packed");
  mkdirSync(folder, { recursive: true });
  await packAll(folder);
  process.stdout.write(`Packed into ${folder}. Install from it: npm i ${join(folder, "*.tgz")}\n`);
}
