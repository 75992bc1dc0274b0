import { copyFileSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { type Plugin, rolldown } from "rolldown";

/**
 * Writes `dist/undici.js`: undici's Pool as one ES module, which bundlers select by the condition "module", and undici's
 * licence beside it. Node itself never loads this copy: it loads undici from the ordinary dependency.
 *
 * A bundler cannot use undici directly. It is CommonJS that requires modules of Node, which an ES module bundle cannot do without a
 * banner. A pool also imports HTTP/2, the bodies of `fetch` and two builds of its parser, 128 kB that this package never runs. A bundle
 * always contains the undici of its build time, with or without this copy. packages/conformance/src/compat checks that the copy has the
 * newest version that package.json allows, so that a release includes undici's fixes.
 */
export async function bundleUndici(runtime: string): Promise<void> {
  const manifest = createRequire(join(runtime, "package.json")).resolve("undici/package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
  const build = await rolldown({
    input: "entry",
    platform: "node",
    plugins: [entry(join(dirname(manifest), "lib/dispatcher"), version), withoutUnused, builtinModules],
    experimental: { attachDebugInfo: "none" },
  });
  await build.write({
    file: join(runtime, "dist/undici.js"),
    comments: { legal: false, annotation: true, jsdoc: false },
    banner: `/*! undici ${version} | MIT License | Copyright (c) Matteo Collina and Undici contributors */`,
  });
  await build.close();
  copyFileSync(join(dirname(manifest), "LICENSE"), join(runtime, "dist/undici.LICENSE"));
}

function entry(dispatchers: string, version: string): Plugin {
  const code = `
    export { default, default as Pool } from ${JSON.stringify(join(dispatchers, "pool.js"))};
    export const version = ${JSON.stringify(version)};
  `;
  return {
    name: "entry",
    resolveId: (id) => (id === "entry" ? id : null),
    load: (id) => (id === "entry" ? code : null),
  };
}

/**
 * Removes the parts of undici that this package's pool never runs: `allowH2` is false, and bodies are text or bytes. Keeps the parser's build for every CPU.
 */
const withoutUnused: Plugin = {
  name: "without-unused",
  load(id) {
    const [, path] = /[\\/]undici[\\/]lib[\\/](.+)\.js$/.exec(id) ?? [];
    switch (path?.replaceAll("\\", "/")) {
      case "dispatcher/client-h2":
      case "web/fetch/body":
      case "llhttp/llhttp_simd-wasm":
        return "module.exports = {};";
      case "llhttp/constants":
        return usedConstants(id);
      case "llhttp/llhttp-wasm":
        return packedModule(id);
      default:
        return null;
    }
  },
};

const requireHere = createRequire(import.meta.url);

/** Returns a module with only those constants of the parser that undici's HTTP/1 client reads. */
function usedConstants(id: string): string {
  const constants = requireHere(id) as Readonly<Record<string, unknown>>;
  const user = readFileSync(join(dirname(id), "../dispatcher/client-h1.js"), "utf8");
  const names = new Set([...user.matchAll(/\bconstants\.(\w+)/g)].map(([, name = ""]) => name));
  return [...names].map((name) => `exports.${name} = ${JSON.stringify(constants[name])};`).join("\n");
}

function packedModule(id: string): string {
  const packed = deflateRawSync(requireHere(id) as Uint8Array, { level: 9 }).toString("base64");
  return `module.exports = require("node:zlib").inflateRawSync(Buffer.from("${packed}", "base64"));`;
}

/**
 * Loads Node's modules by `process.getBuiltinModule`, because ES modules have no `require`, and a bundle in CommonJS could not place an
 * `import`.
 */
const builtinModules: Plugin = {
  name: "builtin-modules",
  transform: (code) => code.replace(/require\((['"])(node:[\w/]+)\1\)/g, "process.getBuiltinModule($1$2$1)"),
};
