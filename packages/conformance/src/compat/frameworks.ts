import { join } from "node:path";
import type { CheckGroup } from "./check.js";
import { expectLine } from "./check.js";
import { addProgram, Project, type Workshop } from "./project.js";

/** Checks of applications created from the templates of frameworks. Each inserts and gets an entity when it is called. */
export const frameworksGroup: CheckGroup = {
  name: "Frameworks",
  prepare: async (workshop) => [
    { subject: "Azure Functions v4, CommonJS", run: () => azureFunctions(workshop) },
    { subject: "NestJS, the client injected", run: () => nest(workshop) },
    { subject: "Next.js, a route handler on Node and one in the edge runtime", run: () => next(workshop) },
  ],
};

/**
 * Creates a project with the fixture of a framework. Installs the project's packages before the classes are generated for its
 * tsconfig.json.
 */
async function createApplication(
  { folder, tarballs }: Workshop,
  name: string,
  libraries: readonly string[],
): Promise<Project> {
  const project = new Project(join(folder, name));
  project.copy(name, ".");
  project.write("package.json", { name, private: true });
  await project.run("npm", ["install", "--no-audit", "--no-fund", ...tarballs, ...libraries]);
  if (project.has("tables")) await project.run("npx", ["tablewright", "generate"]);
  else await addProgram(project);
  return project;
}

/**
 * Checks Azure Functions. The tsconfig.json is that of `func init --typescript`: node10, a target without BigInt literals, no strict
 * checks.
 */
async function azureFunctions(workshop: Workshop): Promise<string> {
  const libraries = ["@azure/functions@4", "typescript@5.4", "@types/node@20"];
  const project = await createApplication(workshop, "azure-functions", libraries);
  await project.run("npx", ["tsc", "--rootDir", ".", "--outDir", "dist", "-p", "."]);
  expectLine(await project.runWithService("node", ["call.js"]), "got A");
  return `${project.version("@azure/functions")}, TypeScript ${project.version("typescript")}: compiles, runs in the library's mode for tests`;
}

async function nest(workshop: Workshop): Promise<string> {
  const nestjs = ["common", "core", "platform-express"].map((name) => `@nestjs/${name}@11`);
  const libraries = [...nestjs, "reflect-metadata", "rxjs", "typescript@5.9", "@types/node@20"];
  const project = await createApplication(workshop, "nest", libraries);
  await project.run("npx", ["tsc", "-p", "."]);
  expectLine(await project.runWithService("node", ["dist/main-nest.js"]), "got A");
  return `${project.version("@nestjs/core")}: injects, answers a request`;
}

async function next(workshop: Workshop): Promise<string> {
  const libraries = ["next", "react", "react-dom", "typescript@5.9", "@types/node@20", "@types/react"];
  const project = await createApplication(workshop, "next", libraries);
  await project.run("next", ["build"], { timeoutMs: 900_000, env: { NEXT_TELEMETRY_DISABLED: "1" } });
  const output = await project.runWithService("node", ["call.mjs"], { env: { NEXT_TELEMETRY_DISABLED: "1" } });
  for (const route of ["lines", "edge"]) expectLine(output, `${route}: got A`);
  return `${project.version("next")}: builds, starts, answers a request of each`;
}
