import type { Relation } from "../../relations/relation.js";
import type { FindRelation } from "../push-conditions.js";

/** Relation whose service can check every comparison, but not exactly those of `rough`, and those of `local` not at all. */
function relationOf(name: string, types: Pick<Relation, "columns">["columns"]): Relation {
  return {
    name,
    table: name,
    columns: types,
    renamed: {},
    conditionOf: ({ column, operator, values }) =>
      column === "local" ? undefined : { where: [column, operator, ...values], isExact: column !== "rough" },
    plan: () => Promise.reject(new Error("No rows are read.")),
  };
}

const column = (name: string, type: Relation["columns"][number]["type"]) => ({ name, type, valueOf: () => null });
const relations: Readonly<Record<string, Relation>> = {
  a: relationOf("A", [
    column("n", "INTEGER"),
    column("m", "INTEGER"),
    column("id", "INTEGER"),
    column("text", "VARCHAR"),
    column("rough", "VARCHAR"),
    column("local", "INTEGER"),
    column("ratio", "DOUBLE"),
    column("flag", "BOOLEAN"),
    column("sent", "TIMESTAMP_NS"),
  ]),
  b: relationOf("B", [column("n", "INTEGER"), column("id", "INTEGER"), column("own", "INTEGER")]),
};
/** Finds the relations A and B. */
export const findRelation: FindRelation = ({ name }) => relations[name.toLowerCase()];
