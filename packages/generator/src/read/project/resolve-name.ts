import type { ImportedName, ModuleScope } from "./module-scope.js";
import type { Modules } from "./modules.js";
import type { ts } from "./typescript.js";

/** Declaration that a name refers to, in whichever file it is declared. */
export type Resolution =
  | { readonly kind: "expression"; readonly scope: ModuleScope; readonly expression: ts.Expression }
  /** An export of the definition language such as `entity` or `edm`, or `"*"` for its namespace. */
  | { readonly kind: "definition-language"; readonly name: string }
  | { readonly kind: "namespace"; readonly scope: ModuleScope }
  /** `node` declares the name, but not as a constant: as a let, a function, a class, an enum or a type. */
  | { readonly kind: "not-constant"; readonly scope: ModuleScope; readonly node: ts.Node | undefined }
  | { readonly kind: "package"; readonly specifier: string }
  /** The name comes from a file that could not be parsed, which is already reported. */
  | { readonly kind: "unread" }
  | { readonly kind: "module-not-found"; readonly specifier: string }
  | { readonly kind: "not-exported"; readonly path: string; readonly names: Iterable<string> }
  | { readonly kind: "not-declared" };

/** Declarations that were already found, by file and name. */
const resolved = new WeakMap<ModuleScope, Map<string, Resolution>>();

/** Finds the declaration that `name` refers to at the top level of a file, through imports and re-exports. */
export function resolveName(modules: Modules, used: ModuleScope, name: string): Resolution {
  const scope = used.outer ?? used;
  const names = resolved.get(scope) ?? new Map<string, Resolution>();
  resolved.set(scope, names);
  const known = names.get(name);
  if (known !== undefined) return known;
  const found = resolveLocal(modules, scope, name, new Set());
  names.set(name, found);
  return found;
}

/** Finds the declaration that the export `name` of a file refers to, through imports and re-exports. */
export function resolveExport(modules: Modules, scope: ModuleScope, name: string): Resolution {
  return resolveExported(modules, scope, name, new Set());
}

/** Finds the declaration of a name of a file. `seen` contains the exports that led here, so that the search ends at circular exports. */
function resolveLocal(modules: Modules, scope: ModuleScope, name: string, seen: Set<string>): Resolution {
  const constant = scope.constants.get(name);
  if (constant?.initializer) return { kind: "expression", scope, expression: constant.initializer };
  const imported = scope.imports.get(name);
  if (imported) return resolveImported(modules, scope, imported, seen);
  if (constant || scope.variables.has(name) || scope.types.has(name)) {
    return { kind: "not-constant", scope, node: constant ?? scope.variables.get(name) ?? scope.types.get(name) };
  }
  return { kind: scope.valid ? "not-declared" : "unread" };
}

function resolveImported(modules: Modules, from: ModuleScope, name: ImportedName, seen: Set<string>): Resolution {
  const { imported, specifier } = name;
  const module = modules.module(specifier.text, from);
  if (module === undefined) return { kind: "module-not-found", specifier: specifier.text };
  if (module === "definition-language") return { kind: "definition-language", name: imported };
  if (module === "package") return { kind: "package", specifier: specifier.text };
  return imported === "*" ? { kind: "namespace", scope: module } : resolveExported(modules, module, imported, seen);
}

function resolveExported(modules: Modules, scope: ModuleScope, name: string, seen: Set<string>): Resolution {
  const notExported: Resolution = scope.valid
    ? { kind: "not-exported", path: scope.path, names: scope.exports.keys() }
    : { kind: "unread" };
  const key = `${scope.path}\n${name}`;
  if (seen.has(key)) return notExported;
  seen.add(key);
  const exported = scope.exports.get(name);
  if (exported === undefined) return resolveStars(modules, scope, name, seen) ?? notExported;
  if ("local" in exported) return resolveLocal(modules, scope, exported.local, seen);
  if ("expression" in exported) return { kind: "expression", scope, expression: exported.expression };
  return resolveImported(modules, scope, exported, seen);
}

/**
 * Finds an export of a file through its `export *`. If no file that could be read exports the name, returns the first package or missing
 * module that may export it; undefined if there is none.
 */
function resolveStars(modules: Modules, scope: ModuleScope, name: string, seen: Set<string>): Resolution | undefined {
  let unknown: Resolution | undefined;
  for (const specifier of name === "default" ? [] : scope.reexported) {
    const found = resolveImported(modules, scope, { imported: name, specifier }, seen);
    if (found.kind === "package" || found.kind === "module-not-found") unknown ??= found;
    else if (found.kind !== "not-exported" && (found.kind !== "definition-language" || isDefinitionWord(name)))
      return found;
  }
  return unknown;
}

function isDefinitionWord(name: string): boolean {
  return name === "entity" || name === "edm" || name === "defineConfig";
}
