import type { ErrorCode } from "../errors/error-codes.js";
import { formatValue } from "../errors/format-value.js";
import { TableError, withNames, wrongValue } from "../errors/table-error.js";
import { collectionName, isThenable } from "../platform/built-ins.js";

/**
 * Returns the error for a value that is not an object with properties; undefined for such an object. Only callers without types can cause
 * it.
 */
export function notAnObject(entity: string, place: string, value: unknown): TableError | undefined {
  const isPromise = isThenable(value);
  if (isObject(value) && !isPromise && collectionName(value) === undefined) return undefined;
  const help = isPromise ? " Await it first." : "";
  return wrongValue(`${place} must be an object, not ${formatValue(value)}.${help}`, {
    entity,
  });
}

/** Returns whether a value is an object with named members, not an array or bytes. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** Calls a check. If it throws, returns its error with the names of entity and property; otherwise undefined. */
export function findProblem(check: () => void, entity: string, property: string): TableError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    const named = withNames(error, entity, property);
    if (named instanceof TableError) return named;
    throw error;
  }
}

/** Returns a single problem as it is, and several as one error that lists them; undefined if there is none. */
export function combineErrors(
  entity: string,
  code: ErrorCode,
  problems: readonly TableError[],
): TableError | undefined {
  const [first, second] = problems;
  if (second === undefined) return first;
  const list = problems.map((problem) => `\n- ${problem.message}`).join("");
  return new TableError(code, `${entity} has ${problems.length} problems:${list}`, { entity, problems });
}

/** Creates the error of a change to a read-only property. @param help what the caller can do instead */
export function readOnlyError(entity: string, property: string, help: string): TableError {
  const problem = `${entity}.${property} is read-only: an insert writes it and nothing changes it afterwards.`;
  return new TableError("value.read-only", `${problem} ${help}`, { entity, property });
}
