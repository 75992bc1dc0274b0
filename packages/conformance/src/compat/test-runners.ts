import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Check, CheckGroup } from "./check.js";
import { compile, createProject, installNode, Project, type Workshop } from "./project.js";

/** Checks of test runners with their default configuration. The runners themselves compile or load the packages. */
export const testRunnersGroup: CheckGroup = {
  name: "Test runners",
  async prepare(workshop) {
    const jest = await createJest(workshop, "jest@30");
    const jest29 = await createJest(workshop, "jest@29");
    const vitest = await createProject(workshop, "vitest", "module", ["vitest"]);
    vitest.copy("core.vitest.ts", "core.test.ts");
    const playwright = await createProject(workshop, "playwright", "module", ["@playwright/test"]);
    const checks = [jest, jest29].flatMap((project) =>
      [20, 22, 24].map(
        (major): Check => ({
          subject: `Jest ${project.version("jest").split(".")[0]}, Node ${major}`,
          run: () => runJest(workshop, project, major),
        }),
      ),
    );
    return [
      ...checks,
      { subject: "Jest 30, four files at once", run: () => runAccounts(workshop, jest) },
      { subject: "Playwright, four workers", run: () => runPlaywright(playwright) },
      {
        subject: "Vitest",
        async run() {
          await vitest.runWithService("vitest", ["run"]);
          return `${vitest.version("vitest")}, default configuration: all operations`;
        },
      },
    ];
  },
};

/** Creates a project with Jest. Jest loads CommonJS itself, so it cannot `require` ES modules as Node can. */
async function createJest(workshop: Workshop, version: string): Promise<Project> {
  const project = await createProject(workshop, version.replace("@", "-"), "commonjs", [
    version,
    "typescript@5.9",
    "@types/node@20",
  ]);
  await compile(project, ["core"], "cjs");
  project.copy("core.test.js", "core.test.js");
  project.copy("clock.test.js", "clock.test.js");
  return project;
}

async function runJest(workshop: Workshop, project: Project, major: number): Promise<string> {
  const node = await installNode(workshop, major);
  await project.runWithService("jest", [], { node });
  const version = (await project.run("node", ["--version"], { node })).trim().slice(1);
  return `${project.version("jest")} on Node ${version}, default configuration: all operations`;
}

/** Runs four test files concurrently, each with its own account of the server that the global setup starts. */
async function runAccounts({ folder }: Workshop, jest: Project): Promise<string> {
  const project = new Project(join(folder, "jest-accounts"));
  symlinkSync(join(jest.folder, "node_modules"), join(project.folder, "node_modules"));
  project.write("package.json", {
    jest: {
      globalSetup: "@tablewright/testing/global-setup",
      globalTeardown: "@tablewright/testing/global-teardown",
      setupFiles: ["@tablewright/testing/test-account"],
    },
  });
  for (const name of ["one", "two", "three", "four"]) project.copy("accounts.test.js", `${name}.test.js`);
  await project.run("jest", ["--maxWorkers=4"]);
  const accounts = new Set(readFileSync(join(project.folder, "accounts.txt"), "utf8").trim().split("\n"));
  const servers = new Set([...accounts].map((endpoint) => new URL(endpoint).origin));
  if (accounts.size !== 4 || servers.size !== 1)
    throw new Error(`${accounts.size} accounts of ${servers.size} servers`);
  return "each with its own account, faults and resets on one server";
}

/** Runs eight tests in four workers. Each worker starts an application on its own account. */
async function runPlaywright(project: Project): Promise<string> {
  project.copy("playwright", ".");
  const output = await project.run("playwright", ["test", "--reporter=line"]);
  if (!output.includes("8 passed")) throw new Error(output);
  return `${project.version("@playwright/test")}: an application, an account and faults for each worker`;
}
