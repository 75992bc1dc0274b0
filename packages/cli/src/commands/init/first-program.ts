import { posix } from "node:path";
import { type ConnectionFlags, connectionVariable } from "../../connection/connect.js";
import type { Settings } from "../../project/settings.js";

/** Example program that reads the first rows of an entity. `init` prints it for the user to save and run. */
export interface FirstProgram {
  /** Path under which the user saves the program, relative to the project's root. */
  readonly file: string;
  readonly text: string;
  /** Shell command that runs the program. */
  readonly command: string;
}

/**
 * Returns a program that connects to the account that `init` was given, with the same kind of credential. The program contains no secrets:
 * it reads them from environment variables.
 */
export function firstProgram(entity: string, settings: Settings, flags: ConnectionFlags): FirstProgram {
  const { outDir, importExtension = ".js" } = settings;
  const folder = posix.dirname(outDir);
  const file = posix.join(folder, "first-rows.ts");
  const index = posix.join(posix.relative(folder, outDir), `index${importExtension === "none" ? "" : importExtension}`);
  const { imports, client, variable } = buildConnection(flags);
  const text = `${imports}
import { ${entity} } from "./${index}";

await using service = ${client};
for await (const row of service.entities(${entity}).scan().take(5)) console.log(row);`;
  const setting = variable === undefined ? "" : `${variable}="…" `;
  return { file, text, command: `${setting}npx tsx ${file}` };
}

interface ConnectionCode {
  readonly imports: string;
  readonly client: string;
  /** Environment variable that the user must set for the program; undefined if it is set already, or if the program needs none. */
  readonly variable?: string;
}

function buildConnection({ endpoint, sas, entra, connectionString }: ConnectionFlags): ConnectionCode {
  if (endpoint === undefined) {
    const variable = (connectionString === undefined ? connectionVariable() : undefined) ?? "TABLES_CONNECTION_STRING";
    return {
      imports: formatImport("TableServiceClient"),
      client: `TableServiceClient.fromConnectionString(process.env["${variable}"] ?? "")`,
      ...(connectionString !== undefined && { variable }),
    };
  }
  // Removes the query string of the endpoint, because it may be a shared access signature, which is a secret.
  const address = JSON.stringify(endpoint.replace(/\?.*/, ""));
  if (entra) {
    const imports = `import { DefaultAzureCredential } from "@azure/identity";\n${formatImport("TableServiceClient")}`;
    return { imports, client: `new TableServiceClient(${address}, new DefaultAzureCredential())` };
  }
  if (sas === undefined)
    return { imports: formatImport("TableServiceClient"), client: `new TableServiceClient(${address})` };
  const credential = `new SasCredential(process.env["TABLES_SAS"] ?? "")`;
  return {
    imports: formatImport("SasCredential, TableServiceClient"),
    client: `new TableServiceClient(${address}, ${credential})`,
    variable: "TABLES_SAS",
  };
}

function formatImport(names: string): string {
  return `import { ${names} } from "@tablewright/runtime";`;
}
