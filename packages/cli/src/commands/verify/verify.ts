import { type ConnectionFlags, withService } from "../../connection/connect.js";
import { asCompiled } from "../../definitions/compile-definitions.js";
import { readCompiled } from "../../definitions/compiled-definitions.js";
import { loadSchemas } from "../../definitions/load-schema.js";
import { checkShard, chosenShard } from "../../files/plan-file.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import { Interruption } from "../../terminal/interruption.js";
import { limitHeap } from "../../terminal/limit-heap.js";
import { formatRows, Progress } from "../../terminal/progress.js";
import { resultJson } from "../../terminal/result-json.js";
import { count, type Terminal } from "../../terminal/terminal.js";
import { FindingGroups } from "./finding-groups.js";
import { printFindingTable } from "./verify-report.js";
import { type OnVerified, prepareVerification, tablesToVerify } from "./verify-tables.js";

/** Options of `verify`. */
export interface VerifyFlags extends ConnectionFlags {
  readonly config?: string;
  readonly sample?: number;
  /** Shard to verify, e.g. `3/16`; undefined for whole tables. */
  readonly shard?: string;
  readonly plan?: string;
  readonly parallel: number;
  /** If true, the report lists every row with a finding, not only the first few. */
  readonly rows?: boolean;
  readonly json?: boolean;
}

/**
 * Checks that the rows of the named tables, or of all tables with definitions, match their definitions. Prints the findings.
 */
export async function verify(
  cwd: string,
  names: readonly string[],
  flags: VerifyFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const definitions = await readCompiled(cwd, flags.config, terminal);
  if (definitions === undefined) return exitCode.badInput;
  const schemas = loadSchemas(definitions.files, asCompiled);
  const shard = chosenShard(cwd, flags);
  const verifiable = tablesToVerify(definitions, schemas, shard === undefined ? names : [shard.plan.table]);
  const { tables } = verifiable;
  limitHeap();
  using interruption = new Interruption();
  return await withService(flags, cwd, async (service) => {
    const groups = new FindingGroups(flags.rows ? Number.POSITIVE_INFINITY : undefined);
    const { parallel, sample } = flags;
    const { signal } = interruption;
    const planned = shard && checkShard(shard, service.endpoint, names[0]);
    const options = { parallel, sample, planned, isOrdered: service.kind === "storage", signal };
    const { indexes, isSample, readRows, readIndexRows } = prepareVerification(service, verifiable, options, groups);
    let rows = 0;
    const showing = async (read: (onRows: OnVerified) => Promise<void>) => {
      const done = { rows: 0, fraction: 0 };
      using _progress = new Progress(terminal, () => done);
      await read((more, fraction) => {
        Object.assign(done, { rows: more, fraction });
        rows = Math.max(rows, more);
      });
    };
    const isWhole = await interruption.untilInterrupted(async () => {
      await showing(readRows);
      if (indexes.beginSecondReading()) await showing(readIndexRows);
    });
    indexes.finish();
    const findings = groups.list();
    const code = interruption.code ?? (findings.length === 0 ? exitCode.ok : exitCode.found);
    const { others } = groups;
    if (flags.json) {
      const young = [...indexes.young].flatMap(([entity, { left }]) =>
        left === undefined ? [] : [{ entity, ...left }],
      );
      const more = {
        ...(others > 0 && { others }),
        ...(indexes.hasIndexes && isSample && { indexes: "sampled" }),
        ...(young.length > 0 && { indexRowsLeft: young }),
      };
      terminal.out(resultJson(code, { tables: [...tables.keys()], rows, findings, ...more }));
      return code;
    }
    if (findings.length > 0) printFindingTable(findings, terminal);
    if (others > 0) terminal.log(`${others} further findings are of kinds that are not listed.`);
    for (const [entity, young] of indexes.young) young.print(entity, terminal);
    const { green, red } = terminal.colors;
    const where = `${formatRows(rows)} of ${[...tables.keys()].join(", ")}`;
    if (findings.length > 0) terminal.log(`${red("✖")} ${count(findings.length, "kind")} of findings in ${where}`);
    else if (isWhole) terminal.log(`${green("✔")} ${where} checked: nothing found`);
    if (isWhole && sample !== undefined && indexes.hasIndexes)
      terminal.log("Only the index rows of these entities were checked. Omit --sample to check all index rows.");
    if (!isWhole)
      terminal.log(`Stopped after ${formatRows(rows)}. Run the command again, or read fewer rows with --sample.`);
    return code;
  });
}
