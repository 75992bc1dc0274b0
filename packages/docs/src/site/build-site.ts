/* Builds the site: TypeDoc writes the pages of the API reference, the playground is bundled, and VitePress builds all pages. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { buildPlayground } from "../playground/build-playground.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

run("docs:api");
await buildPlayground(fileURLToPath(new URL("../../pages/public/playground/", import.meta.url)));
run("--filter", "@tablewright/docs", "build");

function run(...args: string[]): void {
  const { status } = spawnSync("pnpm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) process.exit(status ?? 1);
}
