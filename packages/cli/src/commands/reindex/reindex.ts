import type { FormerIndexRows } from "@tablewright/generator";
import { type ReindexProgress, reindex, removeFormerIndex } from "@tablewright/runtime/reindex";
import { type ConnectionFlags, withService } from "../../connection/connect.js";
import { asCompiled } from "../../definitions/compile-definitions.js";
import { readCompiled } from "../../definitions/compiled-definitions.js";
import { type AnySchema, loadSchemas } from "../../definitions/load-schema.js";
import { InputError } from "../../errors/input-error.js";
import { keysText } from "../../rows/row-keys.js";
import { type ExitCode, exitCode } from "../../terminal/exit-code.js";
import { Interruption } from "../../terminal/interruption.js";
import { formatCount, formatRows, Progress } from "../../terminal/progress.js";
import { resultJson } from "../../terminal/result-json.js";
import type { Terminal } from "../../terminal/terminal.js";

/** Options of `reindex`. */
export interface ReindexFlags extends ConnectionFlags {
  readonly config?: string;
  readonly parallel: number;
  readonly json?: boolean;
}

/** Former index that the definition no longer declares, with the number of its index rows that were deleted. */
interface RemovedIndex {
  readonly index: string;
  readonly table: string;
  readonly deleted: number;
}

const nothingDone: ReindexProgress = {
  entities: 0,
  entries: 0,
  written: 0,
  deleted: 0,
  unrecognized: 0,
  otherKeys: 0,
  readAgain: 0,
  waiting: 0,
  young: 0,
  youngUntil: undefined,
  taken: 0,
  takenValues: [],
};

/** Updates the index rows of an entity, for one index or for all. Also deletes the rows of indexes that the definition has lost. */
export async function reindexCommand(
  cwd: string,
  entity: string,
  index: string | undefined,
  flags: ReindexFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const definitions = await readCompiled(cwd, flags.config, terminal);
  if (definitions === undefined) return exitCode.badInput;
  const { files, formerIndexes } = definitions;
  const { schema, former } = chosen(loadSchemas(files, asCompiled), new Map(formerIndexes), entity, index);
  using interruption = new Interruption();
  return await withService(flags, cwd, async (service) => {
    let done = nothingDone;
    const removed: RemovedIndex[] = [];
    const call = { concurrency: flags.parallel, signal: interruption.signal };
    const isWhole = await interruption.untilInterrupted(async () => {
      let rows = 0;
      using _progress = new Progress(terminal, () => ({ rows: done.entities + done.entries + rows }));
      if (schema !== undefined) {
        const onProgress = (progress: ReindexProgress) => {
          done = progress;
        };
        await reindex(service, { $schema: schema }, index as never, { ...call, onProgress });
      }
      for (const gone of former) {
        const { entries, deleted } = await removeFormerIndex(service, gone, call);
        rows += entries;
        removed.push({ index: gone.index, table: gone.table, deleted });
      }
    });
    const code = interruption.code ?? (done.taken === 0 ? exitCode.ok : exitCode.found);
    if (flags.json) terminal.out(resultJson(code, { entity, ...(index !== undefined && { index }), ...done, removed }));
    else {
      if (schema !== undefined || !isWhole) print(entity, done, isWhole, terminal);
      for (const { index: name, table, deleted } of removed)
        terminal.log(
          `${terminal.colors.green("✔")} ${name}, a removed index: ${formatRows(deleted)} deleted in ${table}`,
        );
    }
    return code;
  });
}

function print(
  entity: string,
  {
    entities,
    written,
    deleted,
    unrecognized,
    otherKeys,
    readAgain,
    waiting,
    young,
    youngUntil,
    taken,
    takenValues,
  }: ReindexProgress,
  isWhole: boolean,
  terminal: Terminal,
): void {
  const { green, red, yellow } = terminal.colors;
  const changes = `${formatRows(written)} written, ${formatRows(deleted)} deleted`;
  if (taken > 0) {
    const help = "change or delete one of each pair";
    terminal.log(
      `${red("✖")} ${formatRows(taken)} not written, because another entity has the same unique values; ${help}`,
    );
    for (const { index, entity, owner } of takenValues)
      terminal.log(`  ${index}: ${keysText(entity)} has the values of ${keysText(owner)}`);
    if (taken > takenValues.length) terminal.log(`  and ${formatRows(taken - takenValues.length)} more`);
  }
  if (unrecognized > 0) {
    const reason = "they may belong to something else, because the index stores no kind";
    terminal.log(
      `${yellow("⚠")} Skipped, although their keys look like those of an index: ${formatRows(unrecognized)}; ${reason}`,
    );
  }
  if (otherKeys > 0) {
    const help = "`npx tablewright verify` lists them";
    terminal.log(
      `${yellow("⚠")} Skipped, because their keys do not match their values: ${formatRows(otherKeys)}; ${help}`,
    );
  }
  if (waiting > 0)
    terminal.log(
      `${yellow("⚠")} Waiting under former keys: ${formatRows(waiting)}; \`npx tablewright migrate ${entity}\` moves them`,
    );
  if (young > 0)
    terminal.log(
      `${yellow("⚠")} Index rows of no entity, too young to be deleted: ${formatRows(young)}. No read shows them. Run the command again after ${youngUntil?.toISOString()}`,
    );
  if (readAgain > 0)
    terminal.log(
      `  Entities read again, because a program had changed them or a response was lost: ${formatCount(readAgain)}`,
    );
  if (isWhole) terminal.log(`${taken > 0 ? " " : green("✔")} Indexes of ${formatRows(entities)}: ${changes}`);
  else
    terminal.log(
      `Stopped after ${formatRows(entities)}: ${changes}. Run the command again to continue; it is safe to run twice.`,
    );
}

/**
 * Returns the schema of the entity whose indexes are updated, and the former indexes whose rows are deleted. The schema is undefined if
 * only former indexes are named.
 * @throws InputError `reindex.unknown-entity`, `reindex.unknown-index`
 */
function chosen(
  schemas: readonly AnySchema[],
  formerIndexes: ReadonlyMap<string, readonly FormerIndexRows[]>,
  entity: string,
  index: string | undefined,
): { readonly schema: AnySchema | undefined; readonly former: readonly FormerIndexRows[] } {
  const formerOf = (name: string) => formerIndexes.get(name) ?? [];
  const indexed = schemas.filter(({ name, indexes }) => indexes !== undefined || formerOf(name).length > 0);
  const schema = indexed.find(({ name }) => name === entity);
  if (schema === undefined) {
    const names = indexed.map(({ name }) => name).sort();
    const help = names.length === 0 ? "No definition has indexes." : `Pass one of these: ${names.join(", ")}`;
    throw new InputError("reindex.unknown-entity", `No definition named ${entity} has indexes.`, help);
  }
  const present = schema.indexes?.map(({ name }) => name) ?? [];
  const former = formerOf(entity).filter((rows) => index === undefined || rows.index === index);
  const isPresent = index === undefined ? present.length > 0 : present.includes(index);
  if (isPresent || former.length > 0) return { schema: isPresent ? schema : undefined, former };
  const names = new Set([...present, ...formerOf(entity).map((rows) => rows.index)]);
  const message = `${entity} has no index ${index}.`;
  throw new InputError("reindex.unknown-index", message, `Pass one of these: ${[...names].join(", ")}`);
}
