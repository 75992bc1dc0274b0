import type { Check, CheckGroup } from "./check.js";
import { expectLine } from "./check.js";
import { createProject, installNode, type Project, type Workshop } from "./project.js";

const compilers = {
  "5.4": "typescript@5.4",
  "5.9": "typescript@5.9",
  "6.0": "typescript@6.0",
  "7.0": "typescript@7.0",
} as const;

type Compiler = keyof typeof compilers;

interface Setting {
  readonly resolution: string;
  readonly type: "module" | "commonjs";
  readonly options: readonly string[];
  /** Compilers that do not support this setting. */
  readonly except?: readonly Compiler[];
}

const settings: readonly Setting[] = [
  {
    resolution: "node10",
    type: "commonjs",
    options: ["--module", "commonjs", "--moduleResolution", "node10"],
    except: ["7.0"],
  },
  { resolution: "node16", type: "commonjs", options: ["--module", "node16"] },
  { resolution: "node16", type: "module", options: ["--module", "node16"] },
  { resolution: "nodenext", type: "commonjs", options: ["--module", "nodenext"] },
  { resolution: "nodenext", type: "module", options: ["--module", "nodenext"] },
  { resolution: "bundler", type: "module", options: ["--module", "esnext", "--moduleResolution", "bundler"] },
];

const nodes = [20, 22, 24];

/**
 * Checks of each compiler with each resolution, without `skipLibCheck`. The program imports all entry points, is emitted with its
 * declarations and runs on Node. The Node versions alternate, so that each version runs the output of each compiler and of each resolution.
 */
export const compilersGroup: CheckGroup = {
  name: "TypeScript",
  async prepare(workshop) {
    const projects = {
      module: await createTyped(workshop, "module"),
      commonjs: await createTyped(workshop, "commonjs"),
    };
    const executables = await Promise.all(nodes.map((major) => installNode(workshop, major)));
    let turn = 0;
    const byTypeScript = settings.flatMap((setting, row) =>
      (Object.keys(compilers) as Compiler[])
        .filter((compiler) => !setting.except?.includes(compiler))
        .map((compiler) => {
          const node = executables[(turn++ + row) % nodes.length] ?? process.execPath;
          return compile(projects[setting.type], setting, compiler, node);
        }),
    );
    return [...byTypeScript, { subject: "Babel 7, its TypeScript preset", run: () => babel(workshop) }];
  },
};

/** Compiles the generated classes to CommonJS with Babel, set up as in Jest's documentation, without options. */
async function babel(workshop: Workshop): Promise<string> {
  const libraries = ["core", "cli", "preset-env", "preset-typescript"].map((name) => `@babel/${name}@7`);
  const project = await createProject(workshop, "babel", "commonjs", libraries);
  project.write("babel.config.json", {
    presets: [["@babel/preset-env", { targets: { node: "20" } }], "@babel/preset-typescript"],
  });
  await project.run("babel", ["src", "--extensions", ".ts", "--out-dir", "out"]);
  expectLine(await project.runWithService("node", ["out/main.js"]), "all operations");
  return `${project.version("@babel/core")} compiles it; Node ${process.version.slice(1)} runs all operations`;
}

async function createTyped(workshop: Workshop, type: "module" | "commonjs"): Promise<Project> {
  const named = Object.entries(compilers).map(([name, version]) => `typescript-${name}@npm:${version}`);
  const project = await createProject(workshop, `typescript-${type}`, type, [...named, "@types/node@20"]);
  project.copy("entries.ts", "src/entries.ts");
  return project;
}

function compile(project: Project, { resolution, type, options }: Setting, compiler: Compiler, node: string): Check {
  return {
    subject: `TypeScript ${compiler}, ${resolution}, ${type === "module" ? "ES modules" : "CommonJS"}`,
    async run() {
      const library = `typescript-${compiler}`;
      const out = `out-${compiler}-${resolution}`;
      const common = [
        "--strict",
        "--declaration",
        "--target",
        "es2022",
        "--lib",
        "es2022,esnext.disposable,dom",
        "--types",
        "node",
      ];
      const files = ["src/main.ts", "src/small.ts", "src/entries.ts"];
      // TypeScript 6 is the last version with node10.
      const deprecated = resolution === "node10" && compiler === "6.0" ? ["--ignoreDeprecations", "6.0"] : [];
      const emit = ["--rootDir", "src", "--outDir", out, ...files];
      await project.run("node", [`node_modules/${library}/bin/tsc`, ...common, ...options, ...deprecated, ...emit]);
      expectLine(await project.runWithService("node", [`${out}/main.js`], { node }), "all operations");
      expectLine(await project.run("node", [`${out}/entries.js`], { node }), "all entries");
      const version = await project.run("node", ["--version"], { node });
      return `${project.version(library)} compiles it; Node ${version.trim().slice(1)} runs all operations`;
    },
  };
}
