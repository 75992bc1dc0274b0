import { join } from "node:path";
import type { Check, CheckGroup } from "./check.js";
import { expectLine } from "./check.js";
import { addProgram, compile, Project, type Workshop } from "./project.js";

interface Manager {
  readonly name: string;
  readonly install: (packages: readonly string[]) => readonly string[];
  readonly version: readonly string[];
}

const managers: readonly Manager[] = [
  { name: "npm", install: (packages) => ["npm", "install", ...packages], version: ["npm", "--version"] },
  {
    name: "pnpm",
    install: (packages) => ["npx", "pnpm@10", "add", ...packages],
    version: ["npx", "pnpm@10", "--version"],
  },
  {
    name: "Yarn",
    install: (packages) => ["npx", "-p", "@yarnpkg/cli-dist@4", "yarn", "add", ...packages],
    version: ["npx", "-p", "@yarnpkg/cli-dist@4", "yarn", "--version"],
  },
];

/** Checks of each package manager in an empty project, as ES modules and as CommonJS: install, generate, compile, run. */
export const packageManagersGroup: CheckGroup = {
  name: "Package managers",
  async prepare(workshop) {
    return managers.flatMap((manager) =>
      (["module", "commonjs"] as const).map(
        (type): Check => ({
          subject: `${manager.name}, ${type === "module" ? "ES modules" : "CommonJS"}`,
          run: () => install(workshop, manager, type),
        }),
      ),
    );
  },
};

async function install(workshop: Workshop, manager: Manager, type: "module" | "commonjs"): Promise<string> {
  const project = new Project(join(workshop.folder, `${manager.name}-${type}`));
  const own = Object.fromEntries(workshop.tarballs.map((file) => [nameOf(file), `file:${file}`]));
  // The packages are not published, so their dependencies on each other come from the same folder.
  const all = { private: true, name: "app", type, overrides: own, resolutions: own, pnpm: { overrides: own } };
  project.write("package.json", { ...all, dependencies: own });
  project.write(".yarnrc.yml", "nodeLinker: node-modules\nenableGlobalCache: false\nenableImmutableInstalls: false\n");
  project.write("yarn.lock", "");
  const run = ([command = "", ...args]: readonly string[]) => project.run(command, args);
  await run(manager.install(["typescript@5.9", "@types/node@20"]));
  await addProgram(project);
  await compile(project, ["main"]);
  expectLine(await project.runWithService("node", ["out/main.js"]), "all operations");
  return `${(await run(manager.version)).trim()}: installs, generates, compiles, runs all operations`;
}

function nameOf(tarball: string): string {
  const [, scoped] = /tablewright-(?:([a-z]+)-)?[\d.]+\.tgz$/.exec(tarball) ?? [];
  return scoped === undefined ? "tablewright" : `@tablewright/${scoped}`;
}
