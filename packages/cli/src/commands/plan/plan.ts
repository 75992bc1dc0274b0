import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type ConnectionFlags, withService } from "../../connection/connect.js";
import { findSchema } from "../../definitions/find-schema.js";
import { readSchemas } from "../../definitions/read-schemas.js";
import { InputError } from "../../errors/input-error.js";
import { type Plan, planFile, readPlan } from "../../files/plan-file.js";
import { planRanges } from "../../rows/ranges/plan-ranges.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import { Interruption } from "../../terminal/interruption.js";
import { resultJson } from "../../terminal/result-json.js";
import type { Terminal } from "../../terminal/terminal.js";
import { findSince } from "../export/dataset/dataset-state.js";
import { inferTypes } from "../pull/sample/infer-types.js";

/** Options of `plan`. */
export interface PlanFlags extends ConnectionFlags {
  readonly config?: string;
  readonly shards: number;
  readonly out: string;
  /** Plan file of the previous run. If set, only rows that changed since that run are read. */
  readonly since?: string;
  readonly json?: boolean;
}

/** Divides a table into shards for several machines, and writes the shards to a plan file that each machine reads. */
export async function plan(cwd: string, table: string, flags: PlanFlags, terminal: Terminal): Promise<ExitCode> {
  const { out, shards, json } = flags;
  const path = resolve(cwd, out);
  if (existsSync(path)) throw new InputError("plan.file-exists", `${out} exists.`, "Choose another file with --out.");
  const before = flags.since === undefined ? undefined : readPlan(cwd, flags.since);
  const all = await readSchemas(cwd, flags.config, terminal);
  if (all === undefined) return exitCode.badInput;
  const schemas = all.filter((schema) => schema.table.toLowerCase() === table.toLowerCase());
  using interruption = new Interruption();
  const { signal } = interruption;
  return await withService(flags, cwd, async (service) => {
    const createdAt = new Date().toISOString();
    let ranges: Plan["ranges"] | undefined;
    await interruption.untilInterrupted(async () => {
      const client = service.table(table);
      const types =
        before?.types ?? (await inferTypes(client, signal, (row) => findSchema(schemas, row) === undefined));
      const planned = await planRanges(client, shards, signal);
      ranges = planned.map(({ share: _, ...range }) => range);
      planFile(path).write({
        version: 1,
        endpoint: service.endpoint,
        table,
        shards,
        createdAt,
        run: before === undefined ? 0 : before.run + 1,
        ...(before && { since: findSince([before.createdAt]) }),
        types,
        ranges,
      });
    });
    const code = interruption.code ?? exitCode.ok;
    const count = ranges?.length ?? 0;
    if (json) terminal.out(resultJson(code, { table, shards, ranges: count, file: out }));
    else if (ranges !== undefined)
      terminal.log(`${terminal.colors.green("✔")} ${table} divided into ${shards} shards (ranges: ${count}): ${out}`);
    else terminal.log("Stopped. Nothing was written. Run the same command again.");
    return code;
  });
}
