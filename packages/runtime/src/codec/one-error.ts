import type { ErrorCode } from "../errors/error-codes.js";
import { TableError } from "../errors/table-error.js";

/** One problem is thrown as it is; several become one error that lists them. */
export function oneError(entity: string, code: ErrorCode, problems: readonly TableError[]): TableError | undefined {
  const [first, second] = problems;
  if (second === undefined) return first;
  const list = problems.map((problem) => `\n- ${problem.message}`).join("");
  return new TableError(code, `${entity} has ${problems.length} problems:${list}`, { entity, problems });
}
