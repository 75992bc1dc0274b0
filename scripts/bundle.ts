/**
 * Writes the JavaScript that the packages publish, from their sources. Each package becomes a few modules, because Node takes longer to
 * find and load 180 modules than a program takes to start (88 ms against 9 ms for the runtime). Dependencies are never included.
 *
 * `--only PACKAGE` writes the modules of one package. `--out FOLDER` writes only the files that Node runs, to FOLDER/PACKAGE/dist, without
 * declarations, for tests of the published code.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  type ChunkingContext,
  type InputOptions,
  type OutputAsset,
  type OutputChunk,
  type OutputOptions,
  rolldown,
} from "rolldown";
import { buildPage } from "../packages/studio/build-page.js";
import { bundleUndici } from "./bundle-undici.js";
import { copyDeclarations } from "./copy-declarations.js";

interface Bundle {
  readonly package: string;
  /** Entry points in package.json, as paths below `src` without extension. */
  readonly entries: readonly string[];
  /** Entries that every application loads when it starts. Their imports become one module, `core`. */
  readonly core?: readonly string[];
  /** True if bundlers get separate modules, by the condition "module". */
  readonly forBundlers?: true;
  /** Modules that package.json names as `bin` or in `imports`, and those that worker threads run. They have no declarations. */
  readonly internal?: readonly string[];
}

const bundles: readonly Bundle[] = [
  {
    package: "runtime",
    entries: ["index", "edm", "codegen/v1", "admin", "lines", "reindex", "standard-schema", "telemetry", "types"],
    core: ["index", "edm", "codegen/v1"],
    internal: ["http/transport/default-host", "http/transport/fetch-host", "http/transport/node-host"],
    forBundlers: true,
  },
  { package: "generator", entries: ["index", "definition/index", "host"] },
  { package: "adopt", entries: ["index"] },
  { package: "sql", entries: ["index", "parquet"] },
  { package: "studio", entries: ["index"] },
  { package: "testing", entries: ["index", "global-setup", "global-teardown", "matchers", "msw", "test-account"] },
  { package: "cli", entries: ["index"], internal: ["bin", "definitions/compile-worker"] },
];

/** Folder of `dist` that `tsc -b` writes the declarations to. It is not published. */
const declarations = "declarations";

const packages = join(import.meta.dirname, "../packages");
const { out, only } = parseArgs({ options: { out: { type: "string" }, only: { type: "string" } } }).values;

for (const bundle of bundles) {
  if (only !== undefined && only !== bundle.package) continue;
  if (out === undefined) {
    removeOutput(distOf(bundle));
    copyDeclarations(join(distOf(bundle), declarations), distOf(bundle), bundle.entries);
    await writeModules(bundle, "cjs");
  }
  await writeModules(bundle, "es");
  if (bundle.forBundlers && out === undefined) {
    await writeForBundlers(bundle, "bundler");
    await writeForBundlers(bundle, "web");
  }
}
if (out === undefined && (only ?? "runtime") === "runtime") await bundleUndici(join(packages, "runtime"));
if (out === undefined && only === undefined) await buildPage(join(packages, "studio/dist/page"));

function distOf(bundle: Bundle): string {
  return join(out ?? packages, bundle.package, "dist");
}

function sourceOf(bundle: Bundle, entry: string): string {
  return join(packages, bundle.package, "src", `${entry}.ts`);
}

/** Removes the output of an earlier build, but not the declarations that `tsc -b` has just written. */
function removeOutput(dist: string): void {
  for (const name of readdirSync(dist)) {
    if (name !== declarations) rmSync(join(dist, name), { recursive: true });
  }
}

/**
 * Writes the ES modules or the CommonJS of a package. Node loads the ES modules for both `import` and `require`, by the condition
 * "module-sync", so a program has one copy of them. CommonJS is for tools that load modules by themselves, such as Jest.
 */
async function writeModules(bundle: Bundle, format: "es" | "cjs"): Promise<void> {
  const entries = [...bundle.entries, ...(bundle.internal ?? [])];
  const build = await rolldown(inputOptions(bundle, entries));
  const extension = format === "es" ? "js" : "cjs";
  const { output } = await build.write({
    dir: distOf(bundle),
    format,
    exports: "named",
    // Jest has no `import()` for CommonJS.
    dynamicImportInCjs: false,
    comments: false,
    // Node prints the line of an uncaught error, so lines must be short.
    minify: false,
    minifyInternalExports: false,
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `[name].${extension}`,
    ...(bundle.core === undefined ? {} : { codeSplitting: coreModule(bundle, bundle.core) }),
  });
  await build.close();
  for (const written of output) if (written.type === "chunk") checkImports(bundle, written);
}

/** Returns the options of every build of a package. */
function inputOptions(bundle: Bundle, entries: readonly string[]): InputOptions {
  return {
    input: Object.fromEntries(entries.map((entry) => [entry, sourceOf(bundle, entry)])),
    platform: "node",
    // Imports by a package's name are external. The bundler's helpers for `using` on Node 20 are bundled.
    external: (id) => /^[^./]/.test(id) && !id.includes("@oxc-project"),
    // Writes the values of these constants. Minifiers do not shorten their names, which add 450 bytes to an application's bundle.
    transform: {
      target: "node20.19",
      define: {
        "Number.POSITIVE_INFINITY": "Infinity",
        "Number.NEGATIVE_INFINITY": "-Infinity",
        "Number.MAX_SAFE_INTEGER": "9007199254740991",
      },
    },
    treeshake: { moduleSideEffects: false },
    // An entry has the exports of its source, even if other modules of the package import it.
    preserveEntrySignatures: "allow-extension",
    experimental: { attachDebugInfo: "none" },
  };
}

/**
 * Writes one ES module for each source file. A bundler leaves out a module that an application does not use, with all its statements; of a
 * module that is used it keeps every statement that may have an effect. Modules are imported statically in place of `import()`: in a bundle
 * of one file there is nothing to load later, and a bundler would turn a module behind `import()`, with all that it imports, into functions
 * that run at the first request. That costs 11 ms of CPU time. The modules for the web need nothing of Node.
 */
async function writeForBundlers(bundle: Bundle, platform: "bundler" | "web"): Promise<void> {
  const entries = [...bundle.entries, ...(bundle.internal ?? [])];
  const options = inputOptions(bundle, entries);
  const build = await rolldown({
    ...options,
    ...(platform === "web" && {
      transform: { ...options.transform, inject: webGlobals(bundle) },
      resolve: {
        alias: {
          "node:async_hooks": sourceOf(bundle, "web/globals"),
          "node:diagnostics_channel": sourceOf(bundle, "web/globals"),
          "node:timers": sourceOf(bundle, "web/globals"),
          "#platform-host": sourceOf(bundle, "http/transport/fetch-host"),
        },
      },
      external: (id) =>
        /^[^./]/.test(id) &&
        !/^#platform-host$|^node:(?:async_hooks|diagnostics_channel|timers)$|@oxc-project/.test(id),
    }),
    plugins: [{ name: "static-imports", transform: staticImports, generateBundle: removeBareImports }],
  });
  const dir = join(distOf(bundle), platform);
  // Bundlers omit a call that is annotated as pure if its result is not used.
  const comments = { annotation: true, jsdoc: false, legal: false };
  const preserveModulesRoot = join(packages, bundle.package, "src");
  await build.write({ dir, preserveModulesRoot, preserveModules: true, comments, minifyInternalExports: false });
  await build.close();
}

/** Returns the stand-ins for Node's globals, as modules and exports. */
function webGlobals(bundle: Bundle): Record<string, [module: string, name: string]> {
  const globals = sourceOf(bundle, "web/globals");
  return {
    Buffer: [sourceOf(bundle, "web/buffer"), "Buffer"],
    process: [globals, "process"],
  };
}

/**
 * Imports own modules statically that the source imports by `import()`. If the source immediately takes functions from them, imports these
 * functions by name, so that bundlers omit the others.
 */
function staticImports(code: string): string {
  const imports: string[] = [];
  const add = (what: string, path: string) => imports.push(`import ${what} from ${path};\n`);
  const text = code
    .replace(/\bconst \{ ([\w, ]+) \} = await import\(("\.[^"]+")\);/g, (_, names: string, path: string) => {
      const constants = names
        .split(", ")
        .map((name) => `${name} = loaded${add(`{ ${name} as loaded${imports.length} }`, path) - 1}`);
      return `const ${constants.join(", ")};`;
    })
    .replace(/(?<!typeof )\bimport\(("#platform-host"|"\.[^"]+")\)/g, (_, path: string) => {
      const name = `loaded${imports.length}`;
      add(`* as ${name}`, path);
      return `Promise.resolve(${name})`;
    });
  return imports.join("") + text;
}

/** Removes imports without names, which remain after the constants of a module were inlined. esbuild warns about them. */
function removeBareImports(_: unknown, output: Readonly<Record<string, OutputAsset | OutputChunk>>): void {
  for (const file of Object.values(output)) {
    if (file.type === "chunk") file.code = file.code.replaceAll(/^import "\.[^"]+";\n/gm, "");
  }
}

/** Rejects a module whose imports are not available to users. */
function checkImports(bundle: Bundle, { fileName, imports, dynamicImports }: OutputChunk): void {
  const manifest = JSON.parse(readFileSync(join(packages, bundle.package, "package.json"), "utf8")) as Manifest;
  const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.imports });
  const isKnown = (id: string) => installed.some((name) => id === name || id.startsWith(`${name}/`));
  const modules = new Set([...imports, ...dynamicImports].filter((id) => !isBuiltin(id) && !isKnown(id)));
  for (const id of modules) {
    if (existsSync(join(distOf(bundle), id))) continue;
    throw new Error(`${fileName} of ${bundle.package} imports ${JSON.stringify(id)}, which is not a dependency of it.`);
  }
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly imports?: Readonly<Record<string, unknown>>;
}

/** Puts everything that the entries import, except by `import()`, into one module. */
function coreModule(bundle: Bundle, entries: readonly string[]): NonNullable<OutputOptions["codeSplitting"]> {
  let core: Set<string> | undefined;
  const name = (id: string, context: ChunkingContext) => {
    core ??= findImports(
      entries.map((entry) => sourceOf(bundle, entry)),
      context,
    );
    return core.has(id) ? "core" : null;
  };
  return { includeDependenciesRecursively: false, groups: [{ debugName: "core", name }] };
}

function findImports(roots: readonly string[], context: ChunkingContext): Set<string> {
  const found = new Set(roots);
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}
