import { locateProject } from "../project/project.js";
import { recordingHost } from "../project/read-files.js";
import { findTsconfig } from "../project/settings.js";

/**
 * Returns "cosmos" if the config of the project names this service; otherwise undefined, so that the endpoint decides. The endpoint of an
 * emulator, a proxy or a custom domain does not show whether the service is Cosmos DB. A config without the word "cosmos" is not parsed,
 * because that would take longer than most commands.
 */
export async function configuredKind(cwd: string, config: string | undefined): Promise<"cosmos" | undefined> {
  const project = locateProject(cwd, config);
  const host = recordingHost(project.root);
  if (!host.fileExists(project.config) || !host.readFile(project.config)?.includes("cosmos")) return undefined;
  const { readConfig } = await import("@tablewright/generator");
  const tsconfig = findTsconfig(project.root, host);
  const { service } = readConfig({ host, path: project.config, ...(tsconfig !== undefined && { tsconfig }) }).config;
  return service === "cosmos" ? service : undefined;
}
