/**
 * Writes the JavaScript that generator and CLI publish, from their sources: what a command needs in a few modules, because Node
 * takes as long to find and load each of them as `generate` takes to see that some fifty files have not changed.
 */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

await bundle("generator", ["index", "definition/index"]);
await bundle("cli", ["bin", "index"]);

async function bundle(name: string, entries: readonly string[]): Promise<void> {
  const packageRoot = join(import.meta.dirname, "../packages", name);
  const dist = join(packageRoot, "dist");
  for (const file of readdirSync(dist, { encoding: "utf8", recursive: true })) {
    if (/\.js(\.map)?$/.test(file)) rmSync(join(dist, file));
  }
  const build = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, join(packageRoot, "src", `${entry}.ts`)])),
    platform: "node",
    // What is imported by a package's name; paths hold a dot.
    external: /^[\w@:/-]+$/,
    transform: { target: "node20.19" },
    treeshake: { moduleSideEffects: false },
    experimental: { attachDebugInfo: "none" },
  });
  await build.write({ dir: dist, comments: false, minify: false, chunkFileNames: "[name].js" });
  await build.close();
}
