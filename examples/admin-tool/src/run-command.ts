import type { TableServiceView } from "@tablewright/runtime";
import { deleteRows, findRows, listColumns, moveRow, renameProperty, setProperties } from "./admin.js";
import { parseAssignment, toValues } from "./typed-text.js";

const usage = `columns TABLE
find TABLE [name=value …]
set TABLE name=value … where name=value …
rename TABLE FROM TO
move TABLE PARTITIONKEY ROWKEY TO
delete TABLE name=value …
Values are strings, or have a type: tries=int32:5, due=date:2026-11-23T10:00:00Z`;

/** Runs one command line and returns what it prints, line by line. */
export async function* runCommand(service: TableServiceView, [command, name, ...rest]: readonly string[]) {
  if (command === undefined || name === undefined) {
    yield usage;
    return;
  }
  const table = service.table(name);
  const values = (texts: readonly string[]) => toValues(texts.map(parseAssignment));
  const [first = "", second = "", third = ""] = rest;
  const divider = rest.indexOf("where");
  switch (command) {
    case "columns":
      for (const [column, types] of await listColumns(table)) yield `${column}: ${[...types].join(", ")}`;
      return;
    case "find":
      yield* findRows(table, values(rest));
      return;
    case "set":
      if (divider < 0) throw new Error("Add: where name=value");
      yield `changed ${await setProperties(table, values(rest.slice(divider + 1)), values(rest.slice(0, divider)))}`;
      return;
    case "rename":
      yield `changed ${await renameProperty(table, first, second)}`;
      return;
    case "move":
      await moveRow(table, { partitionKey: first, rowKey: second }, third);
      yield "moved 1";
      return;
    case "delete":
      if (rest.length === 0) throw new Error("Add a condition: name=value");
      yield `deleted ${await deleteRows(table, values(rest))}`;
      return;
    default:
      yield usage;
  }
}
