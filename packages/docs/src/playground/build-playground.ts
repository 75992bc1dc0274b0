import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { declarePackages } from "./declare-packages.js";
import { readExamples } from "./read-examples.js";

const playground = new URL("../../playground/", import.meta.url).pathname;
const runtime = new URL("../../../runtime/src/", import.meta.url).pathname;

/** Builds the playground into a folder: its page, its two workers, the declarations of the packages, and the examples. */
export async function buildPlayground(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "declarations.json"), JSON.stringify(declarePackages()));
  writeFileSync(join(folder, "examples.json"), JSON.stringify(readExamples()));
  copyFileSync(join(playground, "page/page.css"), join(folder, "page.css"));
  for (const [name, source] of [
    ["page", "page/page.ts"],
    ["language", "language/worker.ts"],
    ["program", "program/worker.ts"],
  ] as const) {
    await bundle(join(playground, source), join(folder, `${name}.js`));
  }
}

/** Modules of Node, and of the runtime, that have a stand-in for browsers. */
const standIns: Readonly<Record<string, string>> = {
  "node:crypto": join(playground, "stand-ins/node-crypto.ts"),
  // The generator loads the compiler of ts-morph with it. The playground has a compiler already.
  "node:module": join(playground, "stand-ins/node-module.ts"),
  "node:http": join(playground, "stand-ins/node-http.ts"),
  "node:util": join(playground, "stand-ins/node-util.ts"),
  "node:async_hooks": join(runtime, "web/globals.ts"),
  "node:diagnostics_channel": join(runtime, "web/globals.ts"),
  "node:timers": join(runtime, "web/globals.ts"),
  "#platform-host": join(runtime, "http/transport/fetch-host.ts"),
};

/** Matches modules that only Node loads. Files, servers and compression are in the packages, but the playground does not use them. */
const ofNode = /^node:|^#?undici|^(?:buffer|crypto|fs|inspector|os|path|perf_hooks|source-map-support)$/;

async function bundle(input: string, file: string): Promise<void> {
  const globals = join(runtime, "web/globals.ts");
  const build = await rolldown({
    input,
    platform: "browser",
    resolve: { conditionNames: ["@tablewright/source", "browser", "import", "default"] },
    transform: {
      target: "es2022",
      inject: { Buffer: [join(runtime, "web/buffer.ts"), "Buffer"], process: [globals, "process"] },
    },
    shimMissingExports: true,
    plugins: [forBrowsers],
    checks: { eval: false, shimmedExport: false },
  });
  await build.write({ file, format: "es", minify: true, comments: false, codeSplitting: false });
  await build.close();
}

/** Replaces the modules of Node by their stand-ins, or by an empty module. */
const forBrowsers: Plugin = {
  name: "for-browsers",
  resolveId: (id) => standIns[id] ?? (ofNode.test(id) ? "\0empty" : undefined),
  load: (id) => (id === "\0empty" ? "export default {};" : undefined),
};
