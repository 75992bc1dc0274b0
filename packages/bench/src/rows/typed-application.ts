import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "../measure/processes.js";
import { temporaryProject } from "./definitions.js";
import { bin } from "./generation.js";

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** Number of properties of each entity. The types and values, and which properties are required, repeat after every nine properties. */
const properties = 30;
const types = ["string", "Date", "number", "boolean", "bigint", "number", "string", "Uint8Array", "string"];
const values = ['"a"', "at", "1", "true", "1n", "1", "id", undefined, undefined];

/** Writes an application that uses this many generated entities, with one call of each kind. Returns its folder. */
export async function writeOurApplication(entities: number): Promise<string> {
  const folder = temporaryProject(entities, properties);
  await runProgram(bin, ["generate"], { cwd: folder });
  writeApplication(folder, entities, ourUse, [
    'import { TableServiceClient } from "@tablewright/runtime";',
    'import * as gen from "./tables.gen/index.js";',
    'const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true");',
  ]);
  return folder;
}

/** Writes an application that makes the same calls with `@azure/data-tables`, with an interface for each entity. Returns its folder. */
export function writeBaselineApplication(entities: number): string {
  const folder = temporaryProject(0, properties);
  const models = join(folder, "src/models");
  mkdirSync(models, { recursive: true });
  const numbers = Array.from({ length: entities }, (_, n) => n);
  for (const n of numbers) writeFileSync(join(models, `entity-${n}.ts`), declaration(n));
  writeFileSync(join(models, "index.ts"), numbers.map((n) => `export * from "./entity-${n}.js";`).join("\n"));
  const linked = join(folder, "node_modules/@azure/data-tables");
  mkdirSync(dirname(linked), { recursive: true });
  symlinkSync(join(modules, "@azure/data-tables"), linked);
  writeApplication(folder, entities, baselineUse, [
    'import { odata, TableClient } from "@azure/data-tables";',
    'import type * as gen from "./models/index.js";',
    'const open = (name: string) => TableClient.fromConnectionString("UseDevelopmentStorage=true", name);',
  ]);
  return folder;
}

function writeApplication(folder: string, entities: number, use: (n: number) => string, head: readonly string[]): void {
  const uses = Array.from({ length: entities }, (_, n) => use(n));
  mkdirSync(join(folder, "src"), { recursive: true });
  const common = ["const at = new Date();", "const id = crypto.randomUUID();"];
  writeFileSync(join(folder, "src/app.ts"), [...head, ...common, ...uses].join("\n"));
}

const property = (n: number, index: number) => `p${index}e${n}`;

/** Returns values for the required properties of an entity, beginning with the property at the index `first`. */
function required(n: number, first = 0): string {
  const members: string[] = [];
  for (let index = first; index < properties; index++) {
    const value = values[index % values.length];
    if (value !== undefined) members.push(`${property(n, index)}: ${value}`);
  }
  return members.join(", ");
}

function declaration(n: number): string {
  const members = Array.from({ length: properties }, (_, index) => {
    const mark = values[index % values.length] === undefined ? "?" : "";
    return `  ${property(n, index)}${mark}: ${types[index % types.length]};\n`;
  });
  return `export interface Entity${n} {\n${members.join("")}}\n`;
}

function ourUse(n: number): string {
  const [p0, p1, p2, p3, p5] = [0, 1, 2, 3, 5].map((index) => property(n, index));
  const key = `${p0}: "a", ${p1}: at, ${p2}: 1`;
  return `export async function use${n}(): Promise<void> {
  const entities = service.entities(gen.Entity${n});
  await entities.insert({ ${required(n)} });
  const row = await entities.get({ ${key} });
  if (row === undefined) return;
  await entities.merge(row, { ${p5}: 3 }, { ifMatch: row.$etag });
  await entities.replace(row, { ifMatch: row.$etag });
  await entities.delete({ ${key} }, { ifMatch: "*" });
  for await (const { ${p5}: selected } of entities.query({ ${p0}: "a" }).where({ ${p5}: { gt: 5 }, ${p3}: true }).select("${p5}")) void selected;
  await service.transaction(gen.Entity${n}.partition({ ${p0}: "a" }), (tx) => {
    tx.insert(gen.Entity${n}, { ${required(n, 1)} });
    tx.delete(gen.Entity${n}, { ${p1}: at, ${p2}: 1 }, { ifMatch: "*" });
  });
}`;
}

function baselineUse(n: number): string {
  const [p3, p5] = [3, 5].map((index) => property(n, index));
  return `export async function use${n}(): Promise<void> {
  const entities = open("Table${n}");
  const key = { partitionKey: "part!a", rowKey: \`row!\${String(at.getTime()).padStart(19, "0")}!0000000001\` };
  await entities.createEntity<gen.Entity${n}>({ ...key, ${required(n)} });
  const row = await entities.getEntity<gen.Entity${n}>(key.partitionKey, key.rowKey);
  await entities.updateEntity<Partial<gen.Entity${n}>>({ ...key, ${p5}: 3 }, "Merge", { etag: row.etag });
  await entities.updateEntity<gen.Entity${n}>({ ...row, ...key }, "Replace", { etag: row.etag });
  await entities.deleteEntity(key.partitionKey, key.rowKey);
  const filter = odata\`PartitionKey eq \${key.partitionKey} and ${p5} gt \${5} and ${p3} eq \${true}\`;
  for await (const { ${p5}: selected } of entities.listEntities<gen.Entity${n}>({ queryOptions: { filter, select: ["${p5}"] } })) void selected;
  const added: gen.Entity${n} = { ${required(n)} };
  await entities.submitTransaction([["create", { ...key, ...added }], ["delete", key]]);
}`;
}
