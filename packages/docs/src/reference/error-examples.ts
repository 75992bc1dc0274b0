import { type ErrorCode, errorCodes, isTableError, TableError } from "@tablewright/runtime";
import { dataErrors } from "./data-errors.js";
import type { ErrorExample } from "./error-example.js";
import { indexErrors } from "./index-errors.js";
import { openLab } from "./lab.js";
import { operationErrors } from "./operation-errors.js";
import { serviceErrors } from "./service-errors.js";

/** Example for every code of the runtime. A code without one does not compile. */
export const errorExamples: Readonly<Record<ErrorCode, ErrorExample>> = {
  ...dataErrors,
  ...operationErrors,
  ...indexErrors,
  ...serviceErrors,
};

const registry = Object.keys(errorCodes) as ErrorCode[];
const areas = [...new Set(registry.map(areaOf))];

/** All codes, grouped by area. The codes of an area are in the order of the registry. */
export const allErrorCodes = areas.flatMap((area) => registry.filter((code) => areaOf(code) === area));

function areaOf(code: ErrorCode): string {
  return code.split(".")[0] ?? "";
}

/** Returns the message of the error that a code's example raises, without the parts that differ between runs. */
export async function exampleMessage(code: ErrorCode): Promise<string> {
  const error = await raised(code);
  if (!(error instanceof TableError) || !isTableError(error, code)) {
    throw new Error(`The example of ${code} raises something else.`, { cause: error });
  }
  return withoutChance(error.message);
}

async function raised(code: ErrorCode): Promise<unknown> {
  try {
    return await errorExamples[code].raise(await openLab());
  } catch (error) {
    return error;
  }
}

/** Replaces request ids and times by values that are the same for every example. */
function withoutChance(message: string): string {
  return message
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "0f8fad5b-d9cb-469f-a165-70867728950e")
    .replace(/\bin \d+ ms and\b/g, "in 51 ms and")
    .replace(/datetime'[^']+'/g, "datetime'2026-11-21T12%3A00%3A00.0000000Z'");
}
