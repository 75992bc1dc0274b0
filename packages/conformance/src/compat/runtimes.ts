import type { Check, CheckGroup } from "./check.js";
import { expectLine } from "./check.js";
import { compile, createProject, installNode, type Project } from "./project.js";

/** Checks of platforms: each runs all operations against the strict service over HTTP. */
export const runtimesGroup: CheckGroup = {
  name: "Runtimes",
  async prepare(workshop) {
    const libraries = ["bun", "deno", "miniflare", "esbuild", "typescript@5.9", "@types/node@20"];
    const project = await createProject(workshop, "runtimes", "module", libraries);
    project.copy("worker.ts", "src/worker.ts");
    project.copy("run-worker.mjs", "run-worker.mjs");
    await compile(project, ["main"]);
    const onNode = [20, 22, 24].map(
      (major): Check => ({
        subject: `Node ${major}`,
        async run() {
          const node = await installNode(workshop, major);
          expectLine(await project.runWithService("node", ["out/main.js"], { node }), "all operations");
          return `${(await project.run("node", ["--version"], { node })).trim().slice(1)}, by undici: all operations`;
        },
      }),
    );
    return [...onNode, bun(project), bunForNode(project), deno(project), workerd(project)];
  },
};

function bun(project: Project): Check {
  return {
    subject: "Bun",
    async run() {
      expectLine(await project.runWithService("bun", ["src/main.ts"]), "all operations");
      return `${project.version("bun")}, by fetch: all operations`;
    },
  };
}

function bunForNode(project: Project): Check {
  return {
    subject: "`bun build --target=node`, run by Node",
    async run() {
      await project.run("bun", ["build", "src/main.ts", "--target=node", "--outfile=out/bun.mjs"]);
      expectLine(await project.runWithService("node", ["out/bun.mjs"]), "all operations");
      return `${project.version("bun")}: all operations`;
    },
  };
}

function deno(project: Project): Check {
  return {
    subject: "Deno",
    async run() {
      expectLine(await project.runWithService("deno", ["run", "-A", "out/main.js"]), "all operations");
      return `${project.version("deno")}, by fetch: all operations`;
    },
  };
}

function workerd(project: Project): Check {
  return {
    subject: "Cloudflare Workers (workerd, `nodejs_compat`)",
    async run() {
      const conditions = ["--conditions=workerd", "--external:node:*"];
      await project.run("esbuild", [
        "src/worker.ts",
        "--bundle",
        "--format=esm",
        ...conditions,
        "--outfile=out/worker.mjs",
      ]);
      expectLine(await project.runWithService("node", ["run-worker.mjs", "out/worker.mjs"]), "all operations");
      return `${project.version("workerd")}, by fetch: all operations; a refused connection counts as a lost one, which workerd reports alike`;
    },
  };
}
