/* Builds the site: VitePress builds the pages and, concurrently, TypeDoc the API reference. VitePress empties its folder. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const root = folder("../../../../");
const reference = folder("../../api/");

async function run(...args: string[]): Promise<void> {
  const command = spawn("pnpm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  const [code] = await once(command, "close");
  if (code !== 0) throw new Error(`pnpm ${args.join(" ")} ended with ${code}.`);
}

rmSync(reference, { recursive: true, force: true });
await Promise.all([run("--filter", "@tablewright/docs", "build"), run("docs:api")]);
renameSync(reference, folder("../../dist/api"));
