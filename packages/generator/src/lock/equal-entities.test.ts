import fc from "fast-check";
import { expect, it } from "vitest";
import { readModels } from "../generate.js";
import { createSourceHost } from "../read/project/source-host.js";
import { entitySources, typesFile } from "../test/entity-sources.js";
import { writeDefinitions } from "../write/write-definitions.js";
import { compareEntities } from "./compare-locks.js";
import { buildLock } from "./lock-of.js";
import { lockText, parseLock } from "./lock-text.js";
import { user } from "./test/evolve.js";

const file = "tables/a.table.ts";

/** Accepts several definitions one after the other. Returns the models of the last one, and the lock file. */
function evolve(definitions: readonly string[]) {
  let text: string | undefined;
  let models: ReturnType<typeof readModels>["models"] = [];
  for (const definition of definitions) {
    const host = createSourceHost({ [file]: definition, [typesFile.path]: typesFile.text });
    const lock = { path: "tablewright.lock.json", text, accept: true };
    const result = readModels({ host, files: [file], lock });
    if (result.lock === undefined) throw new Error(JSON.stringify(result.diagnostics));
    ({ models, lock: text } = result);
  }
  return { models, text: text ?? "" };
}

/** Returns the findings between the definitions and a lock that already has them. */
function findings({ models, text }: ReturnType<typeof evolve>) {
  const before = parseLock(text);
  const after = buildLock(models, before);
  expect(lockText(after)).toBe(text);
  return models.flatMap(({ name, properties }) => {
    const [was, is] = [before.entities.get(name), after.entities.get(name)];
    if (was === undefined || is === undefined) throw new Error(`The lock lacks ${name}.`);
    // Such an entity is not compared.
    expect(is).toBe(was);
    const modelOf = (stored: string) =>
      properties.find((property) => (property.keyOnly ? property.name : property.storedName) === stored);
    return compareEntities(name, was, is, modelOf);
  });
}

it("equal definitions of an entity have no finding, whatever the former ones were", () => {
  let former = 0;
  fc.assert(
    fc.property(fc.array(entitySources, { minLength: 1, maxLength: 3 }), (versions) => {
      const evolved = evolve(versions.map((sources) => writeDefinitions(sources, { file })));
      expect(findings(evolved)).toEqual([]);
      if (/"former (?:property|keys)/.test(evolved.text)) former += 1;
    }),
    { numRuns: 50 },
  );
  expect(former).toBeGreaterThan(5);
});

it("equal definitions with indexes, former indexes and former names have no finding", () => {
  const language = 'import { edm, entity } from "tablewright";\n';
  const indexes = (name: string, key: string) => `indexes: { ${name}: { rowKey: (k) => ["${name}", ${key}] } },`;
  const versions = [
    user("mail: edm.string({ maxLength: 9 }), no: edm.int32({ min: 0 }),", indexes("byMail", "k.mail")),
    user(
      'email: edm.string({ maxLength: 9, formerly: ["mail"] }), no: edm.int64({ reads: ["Edm.Int32"] }),',
      indexes("byNo", "k.no.pad(19)"),
    ),
    user(
      'email: edm.string({ maxLength: 9, formerly: ["mail"] }),',
      indexes("byEmail", "k.email"),
      'partitionKey: () => ["u"], rowKey: (k) => [k.id, k.email],',
    ),
  ];
  const evolved = evolve(versions.map((text) => language + text));
  for (const line of ["former index", "former property", "former keys"]) expect(evolved.text).toContain(`"${line}`);
  expect(findings(evolved)).toEqual([]);
});
