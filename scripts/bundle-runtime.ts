/**
 * Writes what `@tablewright/runtime` publishes, from its sources and from the declarations of `tsc -b`: a few modules,
 * because each module, and each kilobyte, is a part of what starting an application costs.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, sep } from "node:path";
import { type ChunkingContext, rolldown } from "rolldown";
import { minifySync } from "rolldown/utils";

const packageRoot = join(import.meta.dirname, "../packages/runtime");
const dist = join(packageRoot, "dist");
const declarations = join(dist, "declarations");
const source = (entry: string) => join(packageRoot, "src", `${entry}.ts`);

/** What every application loads at once, in one module; administration is not part of it. */
const eager = ["index", "edm", "codegen/v1"];
const entries = [...eager, "admin"];

for (const name of readdirSync(dist)) if (name !== "declarations") rmSync(join(dist, name), { recursive: true });
copyDeclarations();
const thirdParty = await bundle();
writeFileSync(join(dist, "THIRD-PARTY-NOTICES.txt"), notices(thirdParty));

/** The declarations that the entry points refer to, in one folder; those of what is internal are of no use to anybody. */
function copyDeclarations(): void {
  const places = new Map(entries.map((entry) => [`${entry}.d.ts`, `${entry}.d.ts`]));
  for (const [path, place] of places) {
    const text = readFileSync(join(declarations, path), "utf8");
    const moved = text.replace(/(?<=(?:from |import\()")\.[^"]+(?=\.js")/g, (specifier) => {
      const imported = join(dirname(path), specifier);
      const target = join("types", imported.replaceAll(sep, "-"));
      places.set(`${imported}.d.ts`, `${target}.d.ts`);
      return posix.relative(dirname(place), target).replace(/^(?!\.)/, "./");
    });
    mkdirSync(dirname(join(dist, place)), { recursive: true });
    writeFileSync(join(dist, place), moved);
  }
}

/** @returns the folders of the packages that were inlined */
async function bundle(): Promise<Set<string>> {
  let core: Set<string> | undefined;
  const build = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, source(entry)])),
    platform: "node",
    external: [/^undici(\/|$)/],
    transform: { target: "node20.19" },
    treeshake: { moduleSideEffects: false },
    // Chunks of ours import one another; what an entry point exports stays what its source says.
    preserveEntrySignatures: "allow-extension",
    experimental: { attachDebugInfo: "none" },
    plugins: [
      {
        name: "minify-third-party",
        generateBundle(_options, files) {
          for (const file of Object.values(files)) {
            if (file.type !== "chunk" || !file.moduleIds.some(isThirdParty)) continue;
            file.code = minifySync(file.fileName, file.code, { module: true }).code;
          }
        },
      },
    ],
  });
  const { output } = await build.write({
    dir: dist,
    comments: false,
    // Node prints the line that an uncaught error came from: lines have to be short.
    minify: false,
    minifyInternalExports: false,
    chunkFileNames: "[name].js",
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          debugName: "core",
          name(id, context) {
            core ??= staticImports(eager.map(source), context);
            return core.has(id) ? "core" : null;
          },
        },
      ],
    },
  });
  await build.close();
  const inlined = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds.filter(isThirdParty) : []));
  return new Set(inlined.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id));
}

function isThirdParty(id: string): boolean {
  return id.includes("/node_modules/");
}

/** All modules that these ones import, as long as it is not by `import()`. */
function staticImports(roots: readonly string[], context: ChunkingContext): Set<string> {
  const found = new Set(roots);
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** The licences of what was inlined, each text once. */
function notices(folders: ReadonlySet<string>): string {
  const packagesOf = new Map<string, string[]>();
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((candidate) => /^licen[cs]e/i.test(candidate));
    const text = file === undefined ? `Licence: ${license}\n` : readFileSync(join(folder, file), "utf8");
    packagesOf.set(text, [...(packagesOf.get(text) ?? []), `${name} ${version}`]);
  }
  const sections = [...packagesOf].map(([text, names]) => `${names.join("\n")}\n\n${text.trim()}\n`);
  return `This package contains code of the packages named here.\n\n${sections.join(`\n${"-".repeat(80)}\n\n`)}`;
}
