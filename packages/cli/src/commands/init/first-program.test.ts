import { describe, expect, it, onTestFinished, vi } from "vitest";
import { firstProgram } from "./first-program.js";

const settings = { definitions: [], outDir: "src/tables.gen" };
const program = (flags: Parameters<typeof firstProgram>[2], more: object = {}) =>
  firstProgram("Order", { ...settings, ...more }, flags);

function setVariables(tables: string, storage: string): void {
  vi.stubEnv("TABLES_CONNECTION_STRING", tables);
  vi.stubEnv("AZURE_STORAGE_CONNECTION_STRING", storage);
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe("the first program", () => {
  it.each([
    ["x", "y", {}, "TABLES_CONNECTION_STRING", ""],
    ["", "y", {}, "AZURE_STORAGE_CONNECTION_STRING", ""],
    ["", "", {}, "TABLES_CONNECTION_STRING", ""],
    ["", "y", { connectionString: "z" }, "TABLES_CONNECTION_STRING", 'TABLES_CONNECTION_STRING="…" '],
  ])("with the variables %j and %j and the options %j reads %s", (tables, storage, flags, name, setting) => {
    setVariables(tables, storage);
    const { text, command } = program(flags);
    expect(text).toBe(`import { TableServiceClient } from "@tablewright/runtime";
import { Order } from "./tables.gen/index.js";

await using service = TableServiceClient.fromConnectionString(process.env["${name}"] ?? "");
for await (const row of service.entities(Order).scan().take(5)) console.log(row);`);
    expect(command).toBe(`${setting}npx tsx src/first-rows.ts`);
  });

  it.each([
    [{}, "TableServiceClient", 'new TableServiceClient("https://a.example/x")', ""],
    [
      { sas: "sig=1" },
      "SasCredential, TableServiceClient",
      'new TableServiceClient("https://a.example/x", new SasCredential(process.env["TABLES_SAS"] ?? ""))',
      'TABLES_SAS="…" ',
    ],
    [
      { entra: true },
      "TableServiceClient",
      'new TableServiceClient("https://a.example/x", new DefaultAzureCredential())',
      "",
    ],
  ])("with an endpoint and %j imports %s", (flags, names, client, setting) => {
    const { text, command } = program({ endpoint: "https://a.example/x?sig=secret", ...flags });
    expect(text).toContain(`import { ${names} } from "@tablewright/runtime";\n`);
    expect(text).toContain(`await using service = ${client};\n`);
    expect(text.includes('import { DefaultAzureCredential } from "@azure/identity";\n')).toBe("entra" in flags);
    expect(command).toBe(`${setting}npx tsx src/first-rows.ts`);
  });

  it.each([
    [{}, "src/first-rows.ts", "./tables.gen/index.js"],
    [{ importExtension: ".ts" }, "src/first-rows.ts", "./tables.gen/index.ts"],
    [{ importExtension: "none" }, "src/first-rows.ts", "./tables.gen/index"],
    [{ outDir: "gen" }, "first-rows.ts", "./gen/index.js"],
    [{ outDir: "../lib/a/gen" }, "../lib/a/first-rows.ts", "./gen/index.js"],
  ])("with the settings %j is %s, and imports %s", (more, file, index) => {
    const found = program({}, more);
    expect([found.file, found.text.includes(`import { Order } from "${index}";\n`)]).toEqual([file, true]);
  });
});
