import { symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Check, CheckGroup } from "./check.js";
import { expectLine } from "./check.js";
import { addProgram, compile, createProject, Project, type Workshop } from "./project.js";

/** Checks of environments that replace globals of Node: each runs all operations against the strict service over HTTP. */
export const environmentsGroup: CheckGroup = {
  name: "Environments",
  async prepare(workshop) {
    const libraries = ["vitest", "jsdom", "happy-dom", "sinon", "esbuild", "typescript@5.9", "@types/node@20"];
    const project = await createProject(workshop, "environments", "module", libraries);
    for (const name of ["sinon.mjs", "vm-context.mjs", "renderer.mjs"]) project.copy(`environments/${name}`, name);
    project.copy("core.vitest.ts", "core.test.ts");
    await compile(project, ["core"]);
    return [
      ...(await checksOfJest(workshop, 30)),
      ...(await checksOfJest(workshop, 29)),
      ...["node", "jsdom", "happy-dom"].map((environment) => checkVitest(project, environment)),
      checkProgram(project, "sinon, with a fake clock and stubs", "sinon.mjs", "sinon"),
      checkContext(project),
      checkProgram(project, "globals as in a page of Electron with Node", "renderer.mjs"),
    ];
  },
};

/** Returns the checks of a version of Jest: in its environments node and jsdom, with CommonJS and with ES modules. */
async function checksOfJest(workshop: Workshop, version: number): Promise<Check[]> {
  const libraries = [`jest@${version}`, `jest-environment-jsdom@${version}`, "typescript@5.9", "@types/node@20"];
  const commonJs = await createProject(workshop, `jest-${version}-environments`, "commonjs", libraries);
  await compile(commonJs, ["core"], "cjs");
  commonJs.copy("core.test.js", "core.test.js");
  const modules = new Project(join(workshop.folder, `jest-${version}-modules`));
  modules.write("package.json", { private: true, type: "module" });
  symlinkSync(join(commonJs.folder, "node_modules"), join(modules.folder, "node_modules"));
  await addProgram(modules);
  await compile(modules, ["core"]);
  modules.copy("environments/jest.test.mjs", "core.test.js");
  return ["node", "jsdom"].flatMap((environment) => [
    checkJest(commonJs, environment, "CommonJS"),
    checkJest(modules, environment, "ES modules"),
  ]);
}

function checkJest(project: Project, environment: string, format: "CommonJS" | "ES modules"): Check {
  // By default this environment loads the browser files of packages, and it has no `fetch`.
  const isWeb = environment === "jsdom" && format === "ES modules";
  const config = {
    testEnvironment: environment,
    ...(isWeb && { testEnvironmentOptions: { customExportConditions: ["node", "node-addons"] } }),
  };
  const flags = format === "ES modules" ? ["--experimental-vm-modules"] : [];
  return {
    subject: `Jest ${project.version("jest").split(".")[0]}, ${environment}, ${format}`,
    async run() {
      const jest = ["node_modules/jest/bin/jest.js", "--config", JSON.stringify(config)];
      await project.runWithService("node", [...flags, ...jest]);
      const options = isWeb ? ', with customExportConditions: ["node", "node-addons"]' : "";
      return `${project.version("jest")}${options}: all operations`;
    },
  };
}

function checkVitest(project: Project, environment: string): Check {
  return {
    subject: `Vitest, ${environment}`,
    async run() {
      await project.runWithService("vitest", ["run", "--environment", environment]);
      const version = environment === "node" ? "" : `, ${environment} ${project.version(environment)}`;
      return `${project.version("vitest")}${version}: all operations`;
    },
  };
}

/**
 * Returns the check of a program that runs all operations.
 * @param library the library whose version the finding names; by default, the finding names the version of Node
 */
function checkProgram(project: Project, subject: string, program: string, library?: string): Check {
  return {
    subject,
    async run() {
      expectLine(await project.runWithService("node", [program]), "all operations");
      const version = library === undefined ? `Node ${process.versions.node}` : project.version(library);
      return `${version}: all operations`;
    },
  };
}

function checkContext(project: Project): Check {
  const check = checkProgram(project, "a context of `node:vm`", "vm-context.mjs");
  return {
    ...check,
    async run() {
      const options = ["--bundle", "--platform=node", "--format=cjs", "--outfile=bundle.cjs"];
      await project.run("esbuild", ["out/core.js", ...options]);
      return check.run();
    },
  };
}
