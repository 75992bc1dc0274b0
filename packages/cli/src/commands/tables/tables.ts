import type { TableServiceClient } from "@tablewright/runtime";
import { type ConnectionFlags, withService } from "../../connection/connect.js";
import { InputError } from "../../errors/input-error.js";
import { ServiceFailure } from "../../errors/service-failure.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import { resultJson } from "../../terminal/result-json.js";
import type { Terminal } from "../../terminal/terminal.js";

/** Options that all `tables` commands share. */
export interface TablesFlags extends ConnectionFlags {
  readonly json?: boolean;
}

export interface DeleteTableFlags extends TablesFlags {
  readonly confirm?: string;
}

/** Prints the names of all tables, one per line. */
export function listTables(cwd: string, flags: TablesFlags, terminal: Terminal): Promise<ExitCode> {
  return withService(flags, cwd, async (service) => {
    const tables: string[] = [];
    for await (const name of service.tables.list()) {
      if (flags.json) tables.push(name);
      else terminal.out(name);
    }
    if (flags.json) terminal.out(resultJson(exitCode.ok, { tables }));
    return exitCode.ok;
  });
}

/** Creates the named tables, except those that exist already. */
export function createTables(
  cwd: string,
  names: readonly string[],
  flags: TablesFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  return withService(flags, cwd, async (service) => {
    const created: string[] = [];
    const existing: string[] = [];
    for (const name of names) {
      const isNew = await service.tables.createIfNotExists(name);
      (isNew ? created : existing).push(name);
      if (!flags.json) terminal.log(`${terminal.colors.green("✔")} ${name} ${isNew ? "created" : "exists already"}`);
    }
    if (flags.json) terminal.out(resultJson(exitCode.ok, { created, existing }));
    return exitCode.ok;
  });
}

/** Deletes a table with all its rows. @throws InputError `tables.not-confirmed` if `--confirm` does not repeat the table's name */
export async function deleteTable(
  cwd: string,
  name: string,
  flags: DeleteTableFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  if (flags.confirm !== name) {
    const given = flags.confirm === undefined ? "--confirm is missing" : `--confirm names ${flags.confirm}`;
    const message = `Deleting ${name} deletes all its rows, and ${given}.`;
    throw new InputError("tables.not-confirmed", message, `Repeat the name to confirm: --confirm ${name}`);
  }
  return withService(flags, cwd, async (service) => {
    await deleteExisting(service, name);
    if (flags.json) terminal.out(resultJson(exitCode.ok, { deleted: [name] }));
    else terminal.log(`${terminal.colors.green("✔")} ${name} deleted`);
    return exitCode.ok;
  });
}

async function deleteExisting(service: TableServiceClient, name: string): Promise<void> {
  if (await service.tables.delete(name)) return;
  const help = "List the tables with `npx tablewright tables list`.";
  throw new ServiceFailure("table.not-found", `There is no table ${name}.`, help);
}
