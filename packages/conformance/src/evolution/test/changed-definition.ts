import * as generator from "@tablewright/generator";
import { type EntitySchemas, loadEntitySchemas } from "../../../../cli/src/definitions/entity-schemas.js";
import { type AnySchema, loadSchemas } from "../../../../cli/src/definitions/load-schema.js";

/** Entity before and after a change of its definition. */
export interface ChangedDefinition {
  /** Schema that programs of the former definition use. */
  readonly earlier: AnySchema;
  /** Schemas that `migrate` uses. The current one is that of programs of the current definition. */
  readonly history: EntitySchemas;
}

const file = "tables/definition.table.ts";
const path = "tablewright.lock.json";

/** Generates a file with one definition, and with its lock file the definition after it. @param name name of the entity */
export function changeDefinition(name: string, before: string, after: string): ChangedDefinition {
  const first = generated(before, undefined);
  const second = generated(after, first.lock);
  const former = generator.generateFormer(second.sources, second.lock);
  const history = loadEntitySchemas(second.files, former, generator).get(name);
  const earlier = loadSchemas(first.files, generator).find((schema) => schema.name === name);
  if (earlier === undefined || history === undefined)
    throw new Error(`${[...first.problems, ...second.problems].join("\n")}\nThe definitions have no ${name}.`);
  return { earlier, history };
}

function generated(text: string, lock: string | undefined) {
  const sources = { host: generator.createSourceHost({ [file]: text }), files: [file] };
  const result = generator.generate({ ...sources, outDir: "gen", lock: { path, text: lock, accept: true } });
  return {
    sources,
    files: result.files,
    lock: result.lock ?? "",
    problems: result.diagnostics.map(({ message }) => message),
  };
}
