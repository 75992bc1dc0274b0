import type { SourceHost } from "./source-host.js";
import { parseTsconfig } from "./tsconfig.js";
import { type ts, typescript } from "./typescript.js";

type Extension = ".js" | ".ts" | "none";

/**
 * How relative imports end under a tsconfig: with `.ts` where it allows that, with `.js` where Node's rules ask for it, else with
 * nothing, which every bundler understands. Without a tsconfig, Node's rules hold. One that only refers to others wants what they
 * want.
 */
export function readImportExtension(tsconfig: string | undefined, host: SourceHost): Extension {
  const [first = ".js", ...others] = tsconfig === undefined ? [] : wantedExtensions(tsconfig, host, new Set());
  if (others.every((other) => other === first)) return first;
  // With .js every compiler is content that is not content with nothing.
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
