import type { RelationPlan } from "@tablewright/sql";
import { costLines } from "./cost-lines.js";

/** Returns lines on the requests of each relation, and on what they cost. */
export function planLines(plans: readonly RelationPlan[]): readonly string[] {
  return plans.flatMap((plan) => {
    const { relation, table, access, filters, select, limit, pushed, left, renamed = {} } = plan;
    return [
      `${relation}: ${access} of table ${table}`,
      ...filters.filter((each) => each !== "").map((filter) => `  $filter  ${filter}`),
      ...(select === undefined ? [] : [`  $select  ${select.join(",")}`]),
      ...(limit === undefined ? [] : [`  limit    ${limit}`]),
      ...pushed.map((condition) => `  service  ${condition}`),
      ...left.map((condition) => `  DuckDB   ${condition}`),
      ...Object.entries(renamed).map(([name, column]) => `  column   ${name} is ${column}`),
      ...costLines(plan).map((line) => `  ${line}`),
    ];
  });
}
