import type { ImportedName, ModuleScope } from "./module-scope.js";
import type { Modules } from "./modules.js";
import type { ts } from "./typescript.js";

/** What a name stands for, wherever it was declared. */
export type Resolution =
  | { readonly kind: "expression"; readonly scope: ModuleScope; readonly expression: ts.Expression }
  /** `entity`, `edm`, another export of the definition language, or `"*"` for all of it. */
  | { readonly kind: "definition-language"; readonly name: string }
  | { readonly kind: "namespace"; readonly scope: ModuleScope }
  /** It is declared, but its value cannot be known: a let, a function, a class, something of a package. */
  | { readonly kind: "not-constant" }
  | { readonly kind: "module-not-found"; readonly specifier: string }
  | { readonly kind: "not-exported"; readonly path: string; readonly names: Iterable<string> }
  | { readonly kind: "not-declared" };

/** What names of a file were found to stand for. */
const resolved = new WeakMap<ModuleScope, Map<string, Resolution>>();

/** What `name` stands for at the top level of a file. */
export function resolveName(modules: Modules, scope: ModuleScope, name: string): Resolution {
  const names = resolved.get(scope) ?? new Map<string, Resolution>();
  resolved.set(scope, names);
  const known = names.get(name);
  if (known !== undefined) return known;
  const found = resolveLocal(modules, scope, name, new Set());
  names.set(name, found);
  return found;
}

/** What a file exports as `name`. */
export function resolveExport(modules: Modules, scope: ModuleScope, name: string): Resolution {
  return resolveExported(modules, scope, name, new Set());
}

/** `seen` holds the exports on the way here, so that files which export each other come to an end. */
function resolveLocal(modules: Modules, scope: ModuleScope, name: string, seen: Set<string>): Resolution {
  const constant = scope.constants.get(name);
  if (constant?.initializer) return { kind: "expression", scope, expression: constant.initializer };
  const imported = scope.imports.get(name);
  if (imported) return resolveImported(modules, scope, imported, seen);
  return constant || scope.variables.has(name) || scope.types.has(name)
    ? { kind: "not-constant" }
    : { kind: "not-declared" };
}

function resolveImported(modules: Modules, from: ModuleScope, name: ImportedName, seen: Set<string>): Resolution {
  const { imported, specifier } = name;
  const module = modules.module(specifier.text, from);
  if (module === undefined) return { kind: "module-not-found", specifier: specifier.text };
  if (module === "definition-language") return { kind: "definition-language", name: imported };
  if (module === "package") return { kind: "not-constant" };
  return imported === "*" ? { kind: "namespace", scope: module } : resolveExported(modules, module, imported, seen);
}

function resolveExported(modules: Modules, scope: ModuleScope, name: string, seen: Set<string>): Resolution {
  const notExported: Resolution = { kind: "not-exported", path: scope.path, names: scope.exports.keys() };
  const key = `${scope.path}\n${name}`;
  if (seen.has(key)) return notExported;
  seen.add(key);
  const exported = scope.exports.get(name);
  if (exported === undefined) {
    for (const specifier of name === "default" ? [] : scope.reexported) {
      const found = resolveImported(modules, scope, { imported: name, specifier }, seen);
      if (found.kind === "expression" || found.kind === "namespace" || isDefinitionWord(found)) return found;
    }
    return notExported;
  }
  if ("local" in exported) return resolveLocal(modules, scope, exported.local, seen);
  if ("expression" in exported) return { kind: "expression", scope, expression: exported.expression };
  return resolveImported(modules, scope, exported, seen);
}

function isDefinitionWord(found: Resolution): boolean {
  return found.kind === "definition-language" && (found.name === "entity" || found.name === "edm");
}
