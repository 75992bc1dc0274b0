import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix, sep } from "node:path";

/**
 * Writes the declarations of the entries. Writes all other declarations that they need to the folder `types`.
 *
 * There is one set of declarations, as CommonJS, so `import` and `require` see the same classes. TypeScript would treat two sets as
 * different because of private members. No compiler has to support `require` of ES modules. For ES modules each entry has a declaration
 * that re-exports everything.
 */
export function copyDeclarations(from: string, dist: string, entries: readonly string[]): void {
  const places = new Map(entries.map((entry) => [`${entry}.d.ts`, `${entry}.d.cts`]));
  for (const [path, place] of places) {
    const moved = moveImports(readFileSync(join(from, path), "utf8"), (specifier) => {
      const imported = join(dirname(path), specifier);
      const target = places.get(`${imported}.d.ts`) ?? join("types", `${imported.replaceAll(sep, "-")}.d.cts`);
      places.set(`${imported}.d.ts`, target);
      const relative = posix.relative(dirname(place), target.replace(/\.d\.cts$/, ".cjs"));
      return relative.startsWith(".") ? relative : `./${relative}`;
    });
    write(join(dist, place), moved);
  }
  for (const entry of entries) {
    const text = readFileSync(join(from, `${entry}.d.ts`), "utf8");
    write(join(dist, `${entry}.d.ts`), facadeOf(text, `./${posix.basename(entry)}.cjs`));
  }
}

function moveImports(text: string, move: (specifier: string) => string): string {
  return text.replace(/(?<=(?:from |import\()")(\.[^"]+)\.js(?=")/g, (_, specifier: string) => move(specifier));
}

/**
 * Returns a declaration that re-exports another. For an ES module, the default export of CommonJS is the whole module, with the real
 * default as a property.
 */
function facadeOf(text: string, specifier: string): string {
  const all = `export * from "${specifier}";\n`;
  if (!/\bexport default\b|\bas default\b/.test(text)) return all;
  return `${all}declare const _default: typeof import("${specifier}").default;\nexport default _default;\n`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
