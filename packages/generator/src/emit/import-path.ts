import type { EmitOptions, ImportExtension } from "./emit-options.js";

/** The specifier by which a generated file imports a source file; both are relative to the project's root. */
export function importPath(file: string, { outDir, importExtension }: EmitOptions): string {
  const from = segments(outDir);
  const to = segments(file);
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  const up = from.slice(shared).map(() => "..");
  const path = [...(up.length > 0 ? up : ["."]), ...to.slice(shared)].join("/");
  return withExtension(path, importExtension);
}

/** TypeScript names a module by the file that it compiles to; `.mts` and `.cts` are never left out. */
function withExtension(path: string, extension: ImportExtension): string {
  if (extension === ".ts") return path;
  const [, stem = path, kind = ""] = /^(.+?)(?:\.d)?\.([mc]?)tsx?$/.exec(path) ?? [];
  if (kind !== "") return `${stem}.${kind}js`;
  return extension === "none" ? stem : stem + extension;
}

function segments(path: string): string[] {
  const list: string[] = [];
  for (const segment of path.replaceAll("\\", "/").split("/")) {
    if (segment === ".." && list.length > 0 && list.at(-1) !== "..") list.pop();
    else if (segment !== "." && segment !== "") list.push(segment);
  }
  return list;
}
