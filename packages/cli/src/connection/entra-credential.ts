import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { TokenCredential } from "@tablewright/runtime";
import { InputError } from "../errors/input-error.js";

interface Identity {
  readonly DefaultAzureCredential: new () => TokenCredential;
}

/**
 * Returns the `DefaultAzureCredential` of `@azure/identity`. It uses a sign-in that it finds on this machine: environment variables, a
 * managed identity or the Azure CLI. The package is a dependency of the user's project, so it is resolved from the current folder.
 * @throws InputError `connection.not-installed`
 */
export async function loadEntraCredential(cwd: string): Promise<TokenCredential> {
  let path: string;
  try {
    path = createRequire(join(cwd, "package.json")).resolve("@azure/identity");
  } catch {
    const message = "--entra needs @azure/identity, which is not installed.";
    throw new InputError("connection.not-installed", message, "Run: npm i -D @azure/identity");
  }
  const loaded = (await import(pathToFileURL(path).href)) as Identity & { readonly default?: Identity };
  const { DefaultAzureCredential } = loaded.DefaultAzureCredential === undefined ? (loaded.default ?? loaded) : loaded;
  return new DefaultAzureCredential();
}
