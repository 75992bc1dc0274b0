import { quote } from "../diagnostics/wording.js";
import { separatorProblems } from "../model/keys/separator.js";
import type { EntityDraft, Found } from "../read/entity/entity-draft.js";
import type { CheckContext } from "./check-context.js";
import { checkStoredName } from "./check-names.js";

/**
 * Checks the name of a table.
 * @see https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model#table-names
 */
export function checkTable({ entity, report }: CheckContext, { value: table, place }: Found<string>): void {
  if (table.toLowerCase() === "tables") {
    const message = `"${entity}": the service reserves the table name ${quote(table)}, in upper or lower case.`;
    report.add("table.reserved-name", place, message, "Choose another name for the table.");
  } else if (!/^[A-Za-z][A-Za-z0-9]{2,62}$/.test(table)) {
    const message = `"${entity}": the table name ${quote(table)} ${problem(table)}.`;
    const help = "A table name has 3 to 63 characters: an ASCII letter, then ASCII letters and digits.";
    report.add("table.invalid-name", place, message, help);
  }
}

function problem(table: string): string {
  if (table.length < 3) return "is too short";
  if (table.length > 63) return `has ${table.length} characters; at most 63 are allowed`;
  if (!/^[A-Za-z]/.test(table)) return `starts with ${quote(table.charAt(0))}, not with a letter`;
  return `contains ${quote(/[^A-Za-z0-9]/u.exec(table)?.[0] ?? "")}`;
}

/** Checks that a kind is not empty and contains no lone surrogate, and that a `kindProperty` has a valid name and a kind to store. */
export function checkKind(context: CheckContext, { kind, kindProperty, partial }: EntityDraft): void {
  const { entity, report } = context;
  if (kind?.value === "") {
    report.add("kind.invalid", kind.place, `"${entity}": the kind is empty.`, "Name the kind, or leave it out.");
  }
  if (kind && /\p{Surrogate}/u.test(kind.value)) {
    const help = "Write both halves of the pair, or neither.";
    report.add(
      "kind.invalid",
      kind.place,
      `"${entity}": the kind contains a lone surrogate, which cannot be sent.`,
      help,
    );
  }
  if (kindProperty === undefined || kindProperty.value === false) return;
  const { value, place } = kindProperty;
  checkStoredName(context, `${entity}.kindProperty`, { value, place });
  if (kind === undefined && !partial) {
    const message = `"${entity}" names the kindProperty "${value}" but has no kind to store there.`;
    report.add("kind.missing", place, message, "Add the kind, or leave kindProperty out.");
  }
}

/** Checks the option `separator`: the text between key parts, or one for each key. */
export function checkSeparator({ entity, report }: CheckContext, draft: EntityDraft): void {
  const { separator } = draft;
  if (separator === undefined) return;
  const problems = separatorProblems(draft);
  if (problems.length === 0) return;
  const reasons = problems.map(({ text, problem }) => `${quote(text)} cannot be the separator: ${problem}`);
  const help = 'Use "!" (the default), or at most 8 characters such as "|", "::" or "_".';
  report.add("key.separator-invalid", separator.place, `"${entity}": ${reasons.join("; ")}.`, help);
}
