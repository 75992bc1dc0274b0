import { SqlError } from "../errors/sql-error.js";

/** Awaits an asynchronous call of DuckDB. @throws SqlError if the call fails */
export async function explained<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw sqlErrorOf(error);
  }
}

/** Makes a synchronous call of DuckDB. @throws SqlError if the call fails */
export function explainedHere(work: () => void): void {
  try {
    work();
  } catch (error) {
    throw sqlErrorOf(error);
  }
}

/**
 * Converts an error of DuckDB to a SqlError. Removes the excerpt of the query that DuckDB adds, because that text differs from what the
 * caller wrote.
 */
function sqlErrorOf(error: unknown): SqlError {
  const { message = String(error) } = error as Partial<Error>;
  const text = message
    .replace(/\n+LINE \d+:[\s\S]*$/, "")
    .replaceAll(/\n+/g, " ")
    .trim();
  return new SqlError("sql.invalid", text, { cause: error });
}

/** Returns true if a statement failed because it needed more memory than DuckDB may use and could not use temporary files instead. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof SqlError && error.message.startsWith("Out of Memory Error");
}
