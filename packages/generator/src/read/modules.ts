import { isBuiltin } from "node:module";
import type { Report } from "../diagnostics/report.js";
import { type ModuleScope, moduleScope } from "./module-scope.js";
import type { SourceHost } from "./source-host.js";
import { readTsconfig } from "./tsconfig.js";
import { type ts, typescript } from "./typescript.js";
import { fromVirtual, toVirtual, virtualHost } from "./virtual-root.js";

/** Modules that export the definition language. */
const definitionLanguage: ReadonlySet<string> = new Set(["tablewright", "@tablewright/generator/definition"]);

/** What an import specifier leads to. */
export type ResolvedModule = ModuleScope | "definition-language" | "package" | undefined;

/** Parses files once, on demand, and follows import specifiers. */
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

  /** The file's declarations; `undefined` when there is no such file. What is not valid TypeScript is reported. */
  scope(path: string): ModuleScope | undefined {
    const known = this.#scopes.get(path);
    if (known !== undefined || this.#scopes.has(path)) return known;
    const scope = this.#parse(path);
    this.#scopes.set(path, scope);
    return scope;
  }

  /** As `scope`, but the file is not kept: hardly any other imports it, and many syntax trees would take much memory. */
  definitionFile(path: string): ModuleScope | undefined {
    return this.#scopes.get(path) ?? this.#parse(path);
  }

  /** The module that `specifier` names in a file; `undefined` when there is none. Of a package, only TypeScript is read. */
  module(specifier: string, from: ModuleScope): ResolvedModule {
    if (definitionLanguage.has(specifier)) return "definition-language";
    const path = this.path(specifier, from);
    if (path === undefined) return isBuiltin(specifier) ? "package" : undefined;
    return isDeclarationFile(path) ? "package" : this.scope(path);
  }

  /** The file that `specifier` names, through relative paths (with `.js`, `.ts` or neither), tsconfig `paths` and package imports. */
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

  /** The options of the tsconfig; what is wrong with it is reported. */
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
