import type { CheckGroup } from "./check.js";
import { expectLine } from "./check.js";
import { createProject } from "./project.js";

/** Checks of platforms without Node's modules: each runs one script that a bundler built for browsers. */
export const webGroup: CheckGroup = {
  name: "The web",
  async prepare(workshop) {
    const libraries = ["esbuild", "@edge-runtime/vm", "playwright-core", "typescript@5.9", "@types/node@20"];
    const project = await createProject(workshop, "web", "module", libraries);
    for (const file of ["web.ts", "web-small.ts"]) project.copy(file, `src/${file}`);
    for (const file of ["run-edge.mjs", "run-browser.mjs"]) project.copy(file, file);
    const bundle = (conditions: string) => [
      "src/web.ts",
      "--bundle",
      "--format=iife",
      "--platform=browser",
      `--conditions=${conditions}`,
      "--outfile=b/web.js",
    ];
    return [
      {
        subject: "Vercel's edge runtime",
        async run() {
          await project.run("esbuild", bundle("edge-light"));
          expectLine(await project.runWithService("node", ["run-edge.mjs", "b/web.js"]), "all operations");
          return `${project.version("@edge-runtime/vm")}, by fetch: all operations`;
        },
      },
      {
        subject: "a page in Chromium, with a shared access signature",
        async run() {
          await project.run("esbuild", bundle("module"));
          const output = await project.runWithService("node", ["run-browser.mjs", "b/web.js"]);
          expectLine(output, "got AAA");
          return `${output.trim().split("\n").at(-1)}, by fetch: bulk and query`;
        },
      },
    ];
  },
};
