import type { SourceHost } from "./source-host.js";
import { parseTsconfig } from "./tsconfig.js";
import { type ts, typescript } from "./typescript.js";

type Extension = ".js" | ".ts" | "none";

/**
 * Returns the extension that relative imports need in a project. It is `.ts` if the tsconfig allows it, `.js` if Node's rules require an
 * extension, and otherwise none, which every bundler accepts. Without a tsconfig, Node's rules apply. If a tsconfig only references other
 * projects, their tsconfigs decide.
 */
export function readImportExtension(tsconfig: string | undefined, host: SourceHost): Extension {
  const [first = ".js", ...others] = tsconfig === undefined ? [] : wantedExtensions(tsconfig, host, new Set());
  if (others.every((other) => other === first)) return first;
  // The referenced projects need different extensions. If one requires `.js`, the result is `.js`, because the others accept it too.
  return first === ".js" || others.includes(".js") ? ".js" : "none";
}

function wantedExtensions(tsconfig: string, host: SourceHost, seen: Set<string>): readonly Extension[] {
  const parsed = seen.has(tsconfig) ? undefined : parseTsconfig(tsconfig, host);
  seen.add(tsconfig);
  if (parsed === undefined) return [];
  if (parsed.projects.length === 0) return [extensionUnder(parsed.options)];
  return parsed.projects.flatMap((project) => wantedExtensions(project, host, seen));
}

function extensionUnder(options: ts.CompilerOptions): Extension {
  if (options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions) return ".ts";
  const { ModuleKind, ModuleResolutionKind } = typescript;
  const { module, moduleResolution } = options;
  const node =
    moduleResolution === undefined
      ? module !== undefined && module >= ModuleKind.Node16 && module <= ModuleKind.NodeNext
      : moduleResolution === ModuleResolutionKind.Node16 || moduleResolution === ModuleResolutionKind.NodeNext;
  return node ? ".js" : "none";
}
