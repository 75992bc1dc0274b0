import { isBuiltin } from "node:module";
import type { Report } from "../../diagnostics/report.js";
import { type ModuleScope, moduleScope } from "./module-scope.js";
import type { SourceHost } from "./source-host.js";
import { fromVirtual, toVirtual, virtualHost } from "./source-host.js";
import { readTsconfig } from "./tsconfig.js";
import { type ts, typescript } from "./typescript.js";

/** Modules that export the definition language. */
const definitionLanguage: ReadonlySet<string> = new Set(["tablewright", "@tablewright/generator/definition"]);

/**
 * Module that an import specifier refers to: the parsed file, the definition language, or a package, which is not read; undefined if there
 * is none.
 */
export type ResolvedModule = ModuleScope | "definition-language" | "package" | undefined;

/** Source files of a project by path, each parsed once when it is needed. Finds the modules that import specifiers refer to. */
export class Modules {
  readonly #host: SourceHost;
  readonly #tsconfig: string | undefined;
  readonly #report: Report;
  readonly #resolutionHost: ts.ModuleResolutionHost;
  readonly #scopes = new Map<string, ModuleScope | undefined>();
  readonly #resolved = new Map<string, string | undefined>();
  #options: ts.CompilerOptions | undefined;

  constructor(host: SourceHost, tsconfig: string | undefined, report: Report) {
    this.#host = host;
    this.#tsconfig = tsconfig;
    this.#report = report;
    this.#resolutionHost = { ...virtualHost(host), getCurrentDirectory: () => toVirtual("") };
  }

  /** Returns the top-level names of a file; `undefined` if it does not exist. Reports invalid TypeScript. */
  scope(path: string): ModuleScope | undefined {
    const known = this.#scopes.get(path);
    if (known !== undefined || this.#scopes.has(path)) return known;
    const scope = this.#parse(path);
    this.#scopes.set(path, scope);
    return scope;
  }

  /**
   * Returns the top-level names of a definition file, like `scope`, but does not cache them. Hardly any other file imports it, and many
   * syntax trees would take much memory.
   */
  definitionFile(path: string, text: string): ModuleScope {
    return this.#scopes.get(path) ?? moduleScope(path, text, this.#report);
  }

  /**
   * Returns the module that an import specifier in a file refers to; `undefined` if there is none. Reads a package only if the specifier
   * leads to its TypeScript source.
   */
  module(specifier: string, from: ModuleScope): ResolvedModule {
    if (definitionLanguage.has(specifier)) return "definition-language";
    const path = this.path(specifier, from);
    if (path === undefined) return isBuiltin(specifier) ? "package" : undefined;
    return isDeclarationFile(path) ? "package" : this.scope(path);
  }

  /**
   * Returns the path of the file that an import specifier refers to, through relative paths (with `.js`, `.ts` or neither), tsconfig
   * `paths` and package imports; `undefined` if there is none.
   */
  path(specifier: string, from: ModuleScope): string | undefined {
    const folder = from.path.slice(0, from.path.lastIndexOf("/") + 1);
    const key = `${folder}\n${specifier}`;
    if (!this.#resolved.has(key)) {
      const { resolvedModule } = typescript.resolveModuleName(
        specifier,
        toVirtual(from.path),
        this.compilerOptions(),
        this.#resolutionHost,
      );
      this.#resolved.set(key, resolvedModule && fromVirtual(resolvedModule.resolvedFileName));
    }
    return this.#resolved.get(key);
  }

  /** Returns the compiler options of the tsconfig. Reports errors in it at the first call. */
  compilerOptions(): ts.CompilerOptions {
    this.#options ??= readTsconfig(this.#tsconfig, this.#host, this.#report);
    return this.#options;
  }

  #parse(path: string): ModuleScope | undefined {
    const text = this.#host.readFile(path);
    return text === undefined ? undefined : moduleScope(path, text, this.#report);
  }
}

export function isRelative(specifier: string): boolean {
  return /^\.\.?(\/|$)/.test(specifier);
}

function isDeclarationFile(path: string): boolean {
  return /\.d\.[cm]?ts$/.test(path);
}
