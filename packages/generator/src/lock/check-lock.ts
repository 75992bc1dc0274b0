import { diagnosticCodes } from "../diagnostics/diagnostic-codes.js";
import type { Place, Report } from "../diagnostics/report.js";
import type { BuiltEntity } from "../model/build-models.js";
import { buildRange, findFileStart, SourceText } from "../read/project/text-place.js";
import { compareLocks } from "./compare-locks.js";
import type { Lock } from "./lock.js";
import type { LockChange } from "./lock-change.js";
import { buildLock } from "./lock-of.js";
import { lockText } from "./lock-text.js";
import { parseMergedLock } from "./merge-conflict.js";

/** Lock file before this generation. It records the definitions that wrote stored rows. */
export interface LockFile {
  /** Path relative to the project's root. */
  readonly path: string;
  /** Text of the file; undefined if it does not exist yet. */
  readonly text: string | undefined;
  /** If true, changes that make stored rows unreadable are accepted, and only warnings are reported. */
  readonly accept?: boolean;
}

/**
 * Compares definitions with the lock file. Reports changes that affect stored rows, such as those that make rows unreadable, and returns
 * the new text of the lock file.
 */
export function checkLock(entities: readonly BuiltEntity[], file: LockFile, report: Report): string {
  const before = readLock(file, report);
  const after = buildLock(
    entities.map(({ model }) => model),
    before,
  );
  if (before !== undefined) {
    const byName = new Map(entities.map((entity) => [entity.model.name, entity]));
    const modelOf = (entity: string, stored: string) => findProperty(byName.get(entity), stored);
    for (const change of compareLocks(before, after, modelOf)) {
      if (file.accept && diagnosticCodes[change.code].severity === "error") continue;
      const { code, message, help, part } = change;
      const index = typeof part === "object" ? part.index : undefined;
      report.add(code, findPlace(change, byName.get(change.entity), file), message, help, index);
    }
  }
  return lockText(after);
}

function readLock({ path, text }: LockFile, report: Report): Lock | undefined {
  if (text === undefined) return undefined;
  try {
    return parseMergedLock(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = `The lock file ${path} cannot be read: ${error.message}.`;
    const help = "Resolve the merge conflict in it, or restore it from version control.";
    report.add("lock.invalid", findFileStart(path), message, help);
    return undefined;
  }
}

function findProperty(entity: BuiltEntity | undefined, stored: string) {
  return entity?.model.properties.find(({ name, storedName, keyOnly }) => (keyOnly ? name : storedName) === stored);
}

/**
 * Returns the source location of a change: the changed part of the definition if it has one, otherwise the entity's name. For a removed
 * entity, returns its line in the lock file.
 */
function findPlace(change: LockChange, built: BuiltEntity | undefined, { path, text = "" }: LockFile): Place {
  if (built === undefined) {
    const name = JSON.stringify(`entity ${change.entity}`);
    const start = Math.max(text.indexOf(name), 0);
    return buildRange(new SourceText(path, text), start, start + name.length);
  }
  const { draft } = built;
  return findPart(built, change)?.place ?? draft.name.place;
}

function findPart(built: BuiltEntity, { part, property }: LockChange): { readonly place: Place } | undefined {
  const { draft } = built;
  if (typeof part === "string") return draft[part];
  if (part !== undefined) return draft.indexes.find(({ name }) => name.value === part.index)?.name;
  const name = property === undefined ? undefined : findProperty(built, property)?.name;
  return draft.properties.list.find((candidate) => candidate.name.value === name)?.name;
}
