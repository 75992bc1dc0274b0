import { compileJavaScript, createSourceHost, generate } from "@tablewright/generator";
import { loadSchemas } from "../../../../cli/src/definitions/load-schema.js";
import type { MemberSchema } from "./migrated-project.js";

const file = "tables/job.table.ts";
const path = "tablewright.lock.json";

/** Parts of the definition of a job that a change of its keys concerns. */
export interface JobDefinition {
  readonly kind?: string;
  /** Further options of the property `id`. */
  readonly id?: string;
  /** Properties after shop, id, at and state. */
  readonly more?: string;
  readonly keys: string;
}

function definition({ kind = "job", id = "", more = "", keys }: JobDefinition): string {
  return `import { edm, entity } from "tablewright";
export const Job = entity({
  table: "Jobs", kind: "${kind}",
  properties: { shop: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20, ${id} }), at: edm.dateTime(), state: edm.string({ maxLength: 20 }), ${more} },
  ${keys},
  indexes: {
    byState: { rowKey: (k) => ["state", k.state] },
    byDay: { table: "JobsByDay", partitionKey: (k) => [k.at.day], rowKey: (k) => [k.shop, k.id] },
  },
});
`;
}

/** Schemas that programs of a definition and of the one after it use. */
export interface TwoDefinitions {
  readonly former: MemberSchema;
  readonly current: MemberSchema;
}

/** Generates a definition, and with its lock file the one after it. */
export function twoDefinitions(before: JobDefinition, after: JobDefinition): TwoDefinitions {
  const build = (job: JobDefinition, text: string | undefined) => {
    const host = createSourceHost({ [file]: definition(job) });
    const { files, diagnostics, lock } = generate({
      host,
      files: [file],
      outDir: "gen",
      lock: { path, text, accept: true },
    });
    const schema = loadSchemas(files, { compileJavaScript }).find(({ name }) => name === "Job");
    if (schema === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
    return { schema: schema as unknown as MemberSchema, lock };
  };
  const former = build(before, undefined);
  return { former: former.schema, current: build(after, former.lock).schema };
}
