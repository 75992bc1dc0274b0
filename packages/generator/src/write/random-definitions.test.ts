import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { readModels } from "../generate.js";
import { createSourceHost } from "../read/project/source-host.js";
import { compileFixture } from "../test/compile-fixture.js";
import { entitySources, typesFile } from "../test/entity-sources.js";
import type { EntitySource } from "./entity-source.js";
import { writeDefinitions } from "./write-definitions.js";

const file = "tables/a.table.ts";

function read(text: string) {
  const host = createSourceHost({ [file]: text, [typesFile.path]: typesFile.text });
  const { models, diagnostics } = readModels({ host, files: [file] });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors, text).toEqual([]);
  return models;
}

/** Returns the content of a source in the shape of a model. */
function expected({ properties, partitionKey, rowKey, notes: _, undeclared: __, ...entity }: EntitySource) {
  return {
    ...entity,
    properties: properties.map((property) => expect.objectContaining(withForm(property))),
    partitionKey: expect.objectContaining({ parts: partitionKey.parts.map(part) }),
    rowKey: expect.objectContaining({ parts: rowKey.parts.map(part) }),
  };
}

function withForm(property: EntitySource["properties"][number]) {
  const { notes: _, ...rest } = property;
  return rest;
}

function part(source: EntitySource["rowKey"]["parts"][number]) {
  if (source.kind === "literal") return source;
  const { property, encoding, width, shards } = source;
  return {
    kind: "property",
    encoding,
    width,
    shards,
    end: expect.any(String),
    property: expect.objectContaining(property),
  };
}

it("definitions that were written read as the models that they were written from", () => {
  fc.assert(
    fc.property(entitySources, (sources) => {
      const models = read(writeDefinitions(sources, { file }));
      expect(models).toEqual(sources.map((source) => expect.objectContaining(expected(source))));
      expect(read(writeDefinitions(models, { file }))).toEqual(models);
    }),
    { numRuns: 200 },
  );
});

it("comments are no part of definitions, whatever they hold", () => {
  const [source] = fc.sample(entitySources, { numRuns: 1, seed: 1 })[0] ?? [];
  if (source === undefined) throw new Error("The arbitrary gave no entity.");
  const bare = read(writeDefinitions([source], { file }));
  const noted: EntitySource = {
    ...source,
    notes: ["a\nb */ // {", "`${"],
    undeclared: ["x: edm.string(),\u2028y"],
    properties: source.properties.map((property) => ({ ...property, notes: ['"', "/* "] })),
  };
  const text = writeDefinitions([noted], { file });
  expect(text).toContain("// a b */ // {\n// `${\n");
  expect(text).toContain("    // x: edm.string(), y\n");
  expect(text).toContain(', // "; /* \n');
  expect(read(text)).toEqual(bare);
});

it("definitions that were written compile", async () => {
  const root = mkdtempSync(join(tmpdir(), "tablewright-write-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ["tables", "model"]) mkdirSync(join(root, folder));
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  writeFileSync(join(root, typesFile.path), typesFile.text);
  const files = fc.sample(entitySources, { numRuns: 25, seed: 1 }).map((sources, index) => {
    const path = join(root, `tables/a${index}.table.ts`);
    writeFileSync(path, writeDefinitions(sources, { file }));
    return path;
  });
  const { problems } = await compileFixture({ files, compiler: "7.0" });
  expect(problems).toEqual([]);
});
