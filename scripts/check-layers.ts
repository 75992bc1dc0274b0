import { posix } from "node:path";
import ts from "typescript";
import type { PackageRules } from "./layers.js";
import type { SourceTree } from "./source-tree.js";

interface SourceFile {
  readonly path: string;
  readonly package: string;
  /** Path below `src`. */
  readonly inside: string;
  readonly imports: readonly string[];
  readonly lines: number;
  readonly text: string;
}

type Libraries = Readonly<Record<string, readonly string[]>>;

/** Folders and files from bottom to top. Each item lists those at one level. */
type Levels = readonly (readonly string[])[];

const testCode = /\.test\.ts$|\.test-d\.ts$|\/(?:test|golden|fixtures)\//;
const generated = /\.gen\.ts$|\/tables\.gen\//;
const maxLines = 400;

/** Returns one sentence for each violation. The rules exempt tests and fixtures, and the limits on size exempt generated files. */
export function checkLayers(
  tree: SourceTree,
  packages: Readonly<Record<string, PackageRules>>,
  libraries: Libraries,
): string[] {
  const files = [...tree].flatMap(([path, text]) => sourceFile(path, text) ?? []);
  return [...new Set(files.map((file) => file.package))].flatMap((name) => {
    const rules = packages[name];
    if (rules === undefined) return [`packages/${name} is not in scripts/layers.ts: state its order there.`];
    const members = files.filter((file) => file.package === name);
    const levels = levelsOf(rules.order);
    return [
      ...members.flatMap((file) => breaches(file, levels, rules, libraries)),
      ...unlisted(name, members, levels),
      ...circles(name, members, levels),
      ...fileCircles(members),
      ...namedFeatures(members, rules),
      ...sizes(members.filter(({ path }) => !generated.test(path))),
    ];
  });
}

function sourceFile(path: string, text: string): SourceFile | undefined {
  const match = /^packages\/([^/]+)\/src\/(.+\.ts)$/.exec(path);
  if (match === null || testCode.test(path)) return undefined;
  const imports = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  const lines = text.split("\n").length - 1;
  return { path, package: match[1] ?? "", inside: match[2] ?? "", imports, lines, text };
}

function levelsOf(order: string): Levels {
  return order.split(" · ").map((level) => level.split(", "));
}

function breaches(file: SourceFile, levels: Levels, rules: PackageRules, libraries: Libraries): string[] {
  return file.imports.flatMap((name) => {
    const breach = name.startsWith(".")
      ? relativeBreach(file, posix.join(posix.dirname(file.path), name), levels, rules)
      : packageBreach(file, name, rules, libraries);
    return breach === undefined ? [] : [`${file.path} imports ${name}: ${breach}`];
  });
}

function relativeBreach(
  { inside, package: own }: SourceFile,
  target: string,
  levels: Levels,
  { imports }: PackageRules,
): string | undefined {
  const root = `packages/${own}/src/`;
  if (!target.startsWith(root)) {
    if (imports.some((path) => target.startsWith(`${path}/`))) return undefined;
    return `a relative import stays within ${root.slice(0, -1)}.`;
  }
  const layer = layerOf(inside, levels);
  const level = levels.findIndex((layers) => layers.includes(layer));
  const allowed = levels.slice(0, level + 1).flat();
  if (level < 0 || allowed.includes(layerOf(target.slice(root.length), levels))) return undefined;
  return `in packages/${own} ${layer} may import only from ${allowed.join(", ")}.`;
}

function packageBreach(
  { package: own, inside }: SourceFile,
  name: string,
  { imports }: PackageRules,
  libraries: Libraries,
): string | undefined {
  const library = name.startsWith("@") ? name.split("/", 2).join("/") : (name.split("/", 1)[0] ?? "");
  if (library === "tablewright" || library.startsWith("@tablewright/")) {
    if (imports.some((allowed) => name === allowed || name.startsWith(`${allowed}/`))) return undefined;
    return `packages/${own} imports ${imports.length === 0 ? "no other package" : `only ${imports.join(", ")}`}.`;
  }
  if (library.startsWith("node:") && libraries[library] === undefined) return undefined;
  const places = libraries[library];
  if (places === undefined) return `the library has no place in scripts/layers.ts: state it there.`;
  const path = `${own}/${inside}`;
  if (places.some((place) => path === place || (place.endsWith("/") && path.startsWith(place)))) return undefined;
  return `${library} is imported only in ${places.join(", ")}.`;
}

/** Finds folders and files that are missing from the order, and names in it that no longer exist. */
function unlisted(name: string, files: readonly SourceFile[], levels: Levels): string[] {
  const listed = levels.flat();
  const layers = new Set(files.map(({ inside }) => layerOf(inside, levels)));
  return [
    ...[...layers]
      .filter((layer) => !listed.includes(layer))
      .map((layer) => `packages/${name}/src/${layer} is not in the order of scripts/layers.ts: give it a place there.`),
    ...listed
      .filter((layer) => !layers.has(layer))
      .map((layer) => `packages/${name}/src/${layer} does not exist: remove it from the order of scripts/layers.ts.`),
  ];
}

/** Finds names of features in the code of files that may not have them. */
function namedFeatures(files: readonly SourceFile[], { features }: PackageRules): string[] {
  if (features === undefined) return [];
  const { names, places } = features;
  const isPlace = (inside: string) => places.some((place) => inside === place || inside.startsWith(`${place}/`));
  return files
    .filter(({ inside }) => !isPlace(inside))
    .flatMap(({ path, text }) => {
      const found = identifiersIn(text);
      const named = names.filter((name) => found.has(name));
      return named.map((name) => `${path} names ${name}: what is optional is called through schema/hooks.ts.`);
    });
}

function identifiersIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest));
  return found;
}

/** Finds layers of one level that import each other in a circle. */
function circles(name: string, files: readonly SourceFile[], levels: Levels): string[] {
  const imports = files.flatMap((file) =>
    file.imports
      .filter((path) => path.startsWith("."))
      .map(
        (path) =>
          [layerOf(file.inside, levels), layerOf(posix.join(posix.dirname(file.inside), path), levels)] as const,
      ),
  );
  return levels.flatMap((layers) => {
    const inCircle = layers.filter((layer) => {
      const reached: string[] = [layer];
      for (const one of reached) {
        const next = layers.filter((other) => imports.some(([from, to]) => one === from && other === to));
        if (one !== layer && next.includes(layer)) return true;
        reached.push(...next.filter((other) => !reached.includes(other)));
      }
      return false;
    });
    const names = inCircle.join(", ");
    return names === ""
      ? []
      : [`packages/${name}: ${names} import each other in a circle: move what they share below.`];
  });
}

/** Finds files that import each other in a circle. Counts imports of types, which the linter ignores. */
function fileCircles(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const importsOf = new Map(
    files.map(({ path, imports }) => {
      const targets = imports.map((name) => posix.join(posix.dirname(path), name).replace(/\.js$/, ".ts"));
      return [path, targets.filter((target, at) => imports[at]?.startsWith(".") && paths.has(target))] as const;
    }),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      const circle = [...trail.slice(start), path].map((each) => each.replace(/^packages\//, ""));
      found.push(
        `${circle.join(" → ")}: these files import each other in a circle: move what they share to another file.`,
      );
    } else if (!done.has(path)) {
      for (const target of importsOf.get(path) ?? []) visit(target, [...trail, path]);
      done.add(path);
    }
  };
  for (const path of paths) visit(path, []);
  return found;
}

function sizes(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ lines }) => lines > maxLines)
    .map(({ path, lines }) => `${path} has ${lines} lines: split it, a source file has at most ${maxLines}.`);
}

/**
 * Finds the folder or file below `src` to which a path belongs: the innermost folder that the order lists. If it lists none, finds the first
 * folder that has to be listed.
 */
function layerOf(inside: string, levels: Levels): string {
  const segments = inside.replace(/\.js$/, ".ts").split("/");
  const paths = segments.map((_, index) => segments.slice(0, index + 1).join("/"));
  const listed = levels.flat();
  const isListed = (path: string) => listed.includes(path);
  const isInside = (path: string) => listed.some((name) => name.startsWith(`${path}/`));
  return paths.findLast(isListed) ?? paths.find((path) => !isInside(path)) ?? inside;
}
