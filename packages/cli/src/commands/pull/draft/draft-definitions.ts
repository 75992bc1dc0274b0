import { InputError } from "../../../errors/input-error.js";
import type { KeyDetail } from "../keys/infer-keys.js";
import type { SampledRow } from "../sample/columns.js";
import { checkDraft, type DraftPlace, type Generator } from "./check-draft.js";
import type { DraftEntity } from "./draft-entity.js";
import { draftDepths, draftTable } from "./draft-table.js";
import { UniqueNames } from "./names.js";

/**
 * Definitions drafted for one table. Code can be generated from them without errors. The generated classes read all sampled rows, except
 * for a few odd rows that do not fit the others.
 */
export interface DraftDefinitions {
  readonly text: string;
  readonly entities: readonly DraftEntity[];
}

/**
 * Drafts the most detailed definitions that match the sampled rows of a table, except a few odd ones. To test a draft, generates its
 * classes in memory and reads the rows with them. If that fails, tries other names or simpler keys.
 * @param elsewhere drafts of index rows in other tables that may belong to this table's entities
 * @throws InputError `pull.no-definition` if no definition is possible, e.g. for a table of the service itself
 */
export function draftDefinitions(
  generator: Generator,
  table: string,
  rows: readonly SampledRow[],
  place: DraftPlace,
  elsewhere: readonly DraftEntity[] = [],
): DraftDefinitions {
  const prefix = table.charAt(0).toUpperCase() + table.slice(1);
  const reasons: string[] = [];
  for (const depth of draftDepths) {
    const details = new Map<string | undefined, KeyDetail>();
    for (let rename = 0; rename < renames.length; ) {
      const names = new UniqueNames(place.taken);
      const nameOf = (kind: string) => {
        const name = renames[rename]?.(kind, prefix) ?? kind;
        return names.take(names.has(name) ? prefix + name : name);
      };
      const entities = draftTable(table, rows, nameOf, depth, elsewhere, (kind) => details.get(kind) ?? "parts");
      const text = generator.writeDefinitions(
        entities.map(({ source }) => source),
        { file: place.file },
      );
      const problem = checkDraft(generator, text, entities, place);
      if (problem === undefined) return { text, entities };
      reasons.push(problem.reason);
      if (problem.isName) rename++;
      else if (!simplify(details, problem.entities)) break;
    }
  }
  const help = `Read it without a definition: service.table(${JSON.stringify(table)}).`;
  throw new InputError("pull.no-definition", `Cannot draft a definition of ${table}. ${reasons.at(-1)}`, help);
}

const simpler: Readonly<Record<KeyDetail, KeyDetail | undefined>> = {
  parts: "start",
  start: undefined,
  raw: undefined,
};

/**
 * Makes the keys of the failing entities less detailed for the next draft.
 * @returns false if they are as simple as possible already
 */
function simplify(details: Map<string | undefined, KeyDetail>, entities: readonly DraftEntity[]): boolean {
  const next = entities.flatMap(({ source: { kind } }) => {
    const detail = simpler[details.get(kind) ?? "parts"];
    return detail === undefined ? [] : [[kind, detail] as const];
  });
  for (const [kind, detail] of next) details.set(kind, detail);
  return next.length > 0;
}

/** Ways to name an entity, tried in order, because a name can clash with generated code or with an entity of another file. */
const renames: readonly ((kind: string, prefix: string) => string)[] = [
  (kind) => kind,
  (kind, prefix) => prefix + kind,
  (kind, prefix) => `${prefix}${kind}Row`,
];
