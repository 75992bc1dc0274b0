import type { SourceHost } from "./source-host.js";
import { parseTsconfig } from "./tsconfig.js";
import { typescript } from "./typescript.js";

/**
 * How relative imports end under a tsconfig: with `.ts` where it allows that, with `.js` where Node's rules ask for it, else with
 * nothing, which every bundler understands. Without a tsconfig, Node's rules hold.
 */
export function readImportExtension(tsconfig: string | undefined, host: SourceHost): ".js" | ".ts" | "none" {
  const options = tsconfig === undefined ? undefined : parseTsconfig(tsconfig, host)?.options;
  if (options === undefined) return ".js";
  if (options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions) return ".ts";
  const { ModuleKind, ModuleResolutionKind } = typescript;
  const { module, moduleResolution } = options;
  const node =
    moduleResolution === undefined
      ? module !== undefined && module >= ModuleKind.Node16 && module <= ModuleKind.NodeNext
      : moduleResolution === ModuleResolutionKind.Node16 || moduleResolution === ModuleResolutionKind.NodeNext;
  return node ? ".js" : "none";
}
