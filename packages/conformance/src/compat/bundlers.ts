import { copyFileSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Check, CheckGroup } from "./check.js";
import { expectLine } from "./check.js";
import { compile, createProject, Project } from "./project.js";

/** Maximum size of the minified application that inserts and gets one entity, in bytes. */
const maxWithUndici = 330_000;
/** Maximum size of the same application without undici, in bytes. */
const maxWithNode = 222_000;
/** Maximum size of the same application over `fetch`, in bytes. */
const maxWithFetch = 217_000;

/** Checks of bundlers. Every bundle is one file without banners, and runs in a folder without packages. */
export const bundlersGroup: CheckGroup = {
  name: "Bundlers",
  async prepare(workshop) {
    const rollup = ["rollup", "@rollup/plugin-node-resolve", "@rollup/plugin-commonjs"];
    const others = ["esbuild", "rolldown", "webpack", "webpack-cli", "vite", "@vercel/ncc"];
    const libraries = [...rollup, ...others, "typescript@5.9", "@types/node@20", "@azure/data-tables@13.3.2"];
    const project = await createProject(workshop, "bundlers", "module", libraries);
    project.copy("baseline.ts", "src/baseline.ts");
    for (const config of ["rollup.config.mjs", "rolldown.config.mjs", "webpack.config.mjs", "vite.config.mjs"]) {
      project.copy(`bundlers/${config}`, config);
    }
    await compile(project, ["small", "baseline"]);
    await compile(project, ["small"], "cjs");
    const empty = new Project(join(workshop.folder, "bundled"));
    const one = (subject: string, library: string, file: string, command: readonly string[], max?: number): Check => ({
      subject,
      async run() {
        const [program = "", ...args] = command;
        await project.run(program, args);
        const bytes = await runBundle(empty, join(project.folder, file));
        if (max !== undefined && bytes > max) throw new Error(`${bytes} bytes, more than ${max}`);
        return `${project.version(library)}: runs, ${Math.round(bytes / 1000)} kB`;
      },
    });
    const esbuild = ["esbuild", "out/small.js", "--bundle", "--platform=node", "--minify"];
    const byFetch = [...esbuild, "--format=esm", "--conditions=module,fetch-transport", "--outfile=b/fetch.mjs"];
    const byNode = [...esbuild, "--format=esm", "--conditions=module,node-transport", "--outfile=b/node.mjs"];
    const baseline = ["esbuild", "out/baseline.js", ...esbuild.slice(2), "--format=cjs", "--outfile=b/baseline.cjs"];
    return [
      { subject: "the copy of undici's pool", run: () => checkCopy(project) },
      one(
        "esbuild, ES module, minified",
        "esbuild",
        "b/small.mjs",
        [...esbuild, "--format=esm", "--outfile=b/small.mjs"],
        maxWithUndici,
      ),
      one(
        "esbuild, CommonJS, minified",
        "esbuild",
        "b/small.cjs",
        [...esbuild, "--format=cjs", "--outfile=b/small.cjs"],
        maxWithUndici,
      ),
      one('esbuild, condition "node-transport", minified', "esbuild", "b/node.mjs", byNode, maxWithNode),
      one('esbuild, condition "fetch-transport", minified', "esbuild", "b/fetch.mjs", byFetch, maxWithFetch),
      {
        subject: "esbuild, ES module, with CommonJS that requires the runtime",
        run: () => bundleMixed(project, empty),
      },
      one("esbuild, the same with @azure/data-tables, minified", "esbuild", "b/baseline.cjs", baseline),
      one("rollup, ES module", "rollup", "b/rollup.mjs", ["rollup", "-c", "rollup.config.mjs"]),
      one("rollup, CommonJS", "rollup", "b/rollup.cjs", ["rollup", "-c", "rollup.config.mjs"]),
      one("rolldown, ES module, minified", "rolldown", "b/rolldown.mjs", ["rolldown", "-c"], maxWithUndici),
      one("rolldown, CommonJS, minified", "rolldown", "b/rolldown.cjs", ["rolldown", "-c"], maxWithUndici),
      one("webpack, minified", "webpack", "b/webpack.cjs", ["webpack", "-c", "webpack.config.mjs"], maxWithUndici),
      one("Vite, SSR build", "vite", "b/vite/small.mjs", ["vite", "build", "--ssr", "out/small.js"]),
      one("ncc, of CommonJS", "@vercel/ncc", "b/ncc/index.js", ["ncc", "build", "cjs/small.js", "-o", "b/ncc"]),
      {
        subject: "ncc, of ES modules",
        async run() {
          await project.run("ncc", ["build", "out/small.js", "-o", "b/ncc-esm"]);
          expectLine(await project.runWithService("node", ["b/ncc-esm/index.js"]), "got A");
          return `${project.version("@vercel/ncc")}: runs, as a folder: ncc makes a file of each import()`;
        },
      },
    ];
  },
};

/**
 * Checks that the runtime's copy of undici is the newest that its package.json allows. Bundles get fixes of undici only through releases of
 * the runtime, so a newer undici requires a release.
 */
async function checkCopy(project: Project): Promise<string> {
  const file = join(project.folder, "node_modules/@tablewright/runtime/dist/undici.js");
  const [, copied] = /^\/\*! undici (\S+)/.exec(readFileSync(file, "utf8")) ?? [];
  const newest = project.version("undici");
  if (copied !== newest) throw new Error(`It is of undici ${copied}; npm has ${newest}.`);
  return `${copied}, the newest that the runtime's package.json allows`;
}

/**
 * Bundles an ES module with a CommonJS dependency that requires the runtime. The module and the dependency have to get the same copy of it.
 */
async function bundleMixed(project: Project, empty: Project): Promise<string> {
  project.write("node_modules/cjs-user/package.json", { name: "cjs-user", main: "index.js" });
  project.write(
    "node_modules/cjs-user/index.js",
    'exports.client = require("@tablewright/runtime").TableServiceClient;',
  );
  project.write(
    "out/mixed.js",
    `import { TableServiceClient } from "@tablewright/runtime";
import { client } from "cjs-user";
if (client !== TableServiceClient) throw new Error("There are two copies of the runtime.");
import "./small.js";`,
  );
  const to = ["--bundle", "--platform=node", "--minify", "--format=esm", "--outfile=b/mixed.mjs"];
  await project.run("esbuild", ["out/mixed.js", ...to]);
  const bytes = await runBundle(empty, join(project.folder, "b/mixed.mjs"));
  return `${project.version("esbuild")}: runs with one copy, ${Math.round(bytes / 1000)} kB`;
}

/** Runs a bundle. @returns the size of the file, in bytes */
async function runBundle(empty: Project, file: string): Promise<number> {
  const name = basename(file).replace(/\.js$/, ".cjs");
  mkdirSync(empty.folder, { recursive: true });
  copyFileSync(file, join(empty.folder, name));
  expectLine(await empty.runWithService("node", [name]), "got A");
  return statSync(file).size;
}
