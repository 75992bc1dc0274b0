import { ServiceError } from "../errors/service-error.js";
import { readRowLine, writeRowLine } from "../odata/row-line.js";
import { entityToStore } from "../odata/write-entity.js";
import { checkTableName } from "../rules/check-names.js";
import type { Environment } from "./environment.js";

/** Every row as a line of NDJSON, and a line for each table without rows. */
export function exportRows({ store }: Environment): string[] {
  return store.list().flatMap((table) => {
    const lines = Array.from(table.from({ partitionKey: "", rowKey: "" }), (entity) =>
      writeRowLine(table.name, entity),
    );
    return lines.length === 0 ? [writeRowLine(table.name)] : lines;
  });
}

/** Stores the rows of all lines, or none of them if a line is invalid. Blank lines are skipped. */
export function importRows(lines: Iterable<string>, environment: Environment): void {
  const { store } = environment;
  const before = store.snapshot();
  let number = 0;
  try {
    for (const line of lines) {
      number += 1;
      if (line.trim() !== "") importRow(line, environment);
    }
  } catch (error) {
    store.restore(before);
    if (!(error instanceof ServiceError)) throw error;
    throw new TypeError(`Line ${number}: ${error.message} (${error.code})`, { cause: error });
  }
}

function importRow(line: string, { store, limits, clock, kind, dialect }: Environment): void {
  const { table, entity, timestamp } = readRowLine(line, limits);
  if (store.find(table) === undefined) {
    checkTableName(table, kind);
    store.create(table, clock);
  }
  if (entity === undefined) return;
  const ticks = timestamp ?? clock.nextTicks();
  store.writable(table).put(entityToStore(entity, ticks, entity.properties, dialect));
}
