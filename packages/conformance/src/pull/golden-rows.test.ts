import { readdirSync } from "node:fs";
import * as generator from "@tablewright/generator";
import { parseTableRow } from "@tablewright/runtime/edm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draftDefinitions } from "../../../cli/src/commands/pull/draft/draft-definitions.js";
import type { DraftEntity } from "../../../cli/src/commands/pull/draft/draft-entity.js";
import type { SampledRow } from "../../../cli/src/commands/pull/sample/columns.js";
import { type AnySchema, loadSchema } from "../../../cli/src/definitions/load-schema.js";
import { readTextFile } from "../../../cli/src/project/read-files.js";
import { initValues } from "../../../generator/src/test/entity-values.js";
import { expectedFiles, goldenCases, goldenFolder } from "../../../generator/src/test/golden-cases.js";
import { encodeEntity } from "../../../runtime/src/codec/encode-entity.js";
import { limits } from "../../../runtime/src/schema/limits.js";

/** Number of rows of each entity, enough to show the encodings of keys. */
const rowsOfEach = 60;

/** Creates rows of random values, as the class of a definition writes them. */
function rowsOf(schema: AnySchema, seed: number): SampledRow[] {
  const rows = fc.sample(initValues(schema), { numRuns: rowsOfEach, seed }).map((init) => {
    const { body } = encodeEntity(schema, init, 0, limits.storage);
    const { partitionKey, rowKey, properties } = parseTableRow(schema.table, body);
    return { partitionKey, rowKey, properties };
  });
  return [...new Map(rows.map((row) => [JSON.stringify([row.partitionKey, row.rowKey]), row])).values()];
}

function modelsOf(name: string): readonly generator.EntityModel[] {
  const root = `${goldenFolder}${name}/`;
  const host: generator.SourceHost = {
    readFile: (path) => readTextFile(root + path),
    fileExists: (path) => readTextFile(root + path) !== undefined,
  };
  const files = readdirSync(`${root}tables`).map((file) => `tables/${file}`);
  return generator.readModels({ host, files }).models;
}

/**
 * Formats a key with stored names. `*` represents a value that only the key holds. Random text seldom distinguishes `.raw` from escaped
 * text.
 */
function shapeOf({ separator, properties, ...keys }: generator.EntitySource, key: "partitionKey" | "rowKey"): string {
  const between = typeof separator === "string" ? separator : separator[key];
  const texts = keys[key].parts.map((part, index) => {
    const joint = index === 0 ? "" : part.touches ? " " : ` ${between} `;
    if (part.kind === "literal") return joint + part.text;
    const { property, encoding, width, shards } = part;
    const { keyOnly, storedName } = properties.find(({ name }) => name === property.name) ?? {};
    const format = [encoding === "raw" ? "text" : encoding, width, shards && `shard ${shards}`];
    return `${joint}{${[keyOnly ? "*" : storedName, ...format].filter((text) => text !== undefined).join(" ")}}`;
  });
  return texts.join("");
}

function draft(table: string, rows: readonly SampledRow[]): readonly DraftEntity[] {
  const place = { file: "tables/a.table.ts", others: [], taken: [], host: generator.createSourceHost({}) };
  return draftDefinitions(generator, table, rows, place).entities;
}

/** Entities whose rows do not show all of their definitions. */
const ambiguous: Readonly<Record<string, string>> = {
  Cat: "one value of a property says nothing about kinds",
  Job: "both values of its boolean are in the same shard",
  Visit: "random dates are in no century, and only the key holds them",
  Entry: "only the key holds its number, which may be padded as well",
  Trip: "only the key holds its texts and random dates",
  Reminder: "random dates are in no century, and only the key holds them",
  LimitWindow: "random dates are in no century, and only the key holds them",
  Formatted: "its dates touch its texts, and only the key holds both",
  CodedKey: "its rows show codes, not their names, and only the key holds one of them",
};

/** Golden definitions with JSON that is checked by a schema. A class that is loaded from its text cannot import the schema. */
const withSchemas: readonly string[] = ["large-values"];

describe("of the rows of every golden definition", () => {
  for (const name of goldenCases.filter((each) => !withSchemas.includes(each))) {
    const files = expectedFiles(name).map((path) => ({ path, text: readTextFile(path) ?? "" }));
    const models = modelsOf(name);
    it.each([...new Set(models.map(({ table }) => table))])(
      `pull finds the keys, types and kinds: ${name}, %s`,
      (table) => {
        const entities = models.filter((model) => model.table === table);
        const written = new Map(
          entities.map((model, index) => [model, rowsOf(loadSchema(model.name, files, generator), index)]),
        );
        const drafts = draft(table, [...written.values()].flat());
        expect(drafts).toHaveLength(entities.length);
        for (const model of entities) {
          const [row] = written.get(model) ?? [];
          const found = drafts.find(({ rows }) => rows.some((each) => each === row)) ?? drafts[0];
          if (found === undefined) throw new Error(`${model.name} was not found.`);
          const { source } = found;
          if (ambiguous[model.name] === undefined) {
            expect(source.kindProperty).toBe(model.kindProperty);
            expect(shapeOf(source, "partitionKey")).toBe(shapeOf(model, "partitionKey"));
            expect(shapeOf(source, "rowKey")).toBe(shapeOf(model, "rowKey"));
          }
          for (const { storedName, type, keyOnly, optional } of model.properties) {
            const property = source.properties.find((other) => other.storedName === storedName);
            if (keyOnly) continue;
            expect({ storedName, type: property?.type }).toEqual({
              storedName,
              type: type === "json" ? "string" : type,
            });
            if (!optional)
              expect({ storedName, optional: property?.optional }).toEqual({ storedName, optional: false });
          }
        }
      },
    );
  }
});
