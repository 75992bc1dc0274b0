import { keysText } from "../../../rows/row-keys.js";
import { buildColumns, type SampledRow } from "../sample/columns.js";
import { converts } from "../sample/converts.js";

/** Rows from which a draft is inferred, without the few odd rows that do not fit the others. */
export interface UsualRows {
  readonly usual: readonly SampledRow[];
  /** Note on the odd rows, which the drafted definition does not read; undefined if there are none. */
  readonly note: string | undefined;
}

/**
 * Maximum shares of odd rows among the sampled rows: `oddShare` for rows that are odd for the same reason, `allOddShare` for all odd rows
 * together. In the whole table, the share of odd rows may be smaller than in the sample. If there are fewer than 50 rows, no row counts as
 * odd, because so few rows do not show what is usual.
 */
export const oddShare = 0.02;
const allOddShare = 0.05;

/**
 * Removes the few rows that would spoil a draft: rows with a value that the usual type of its property cannot read, and rows whose keys
 * have another shape than most keys. Removes no row if there are fewer than 50 rows, or if too many rows are odd.
 */
export function withoutOddRows(rows: readonly SampledRow[]): UsualRows {
  const most = Math.floor(rows.length * oddShare);
  if (most === 0) return { usual: rows, note: undefined };
  const reasons = new Map([...oddKeys(rows, most), ...oddTypes(rows, most)]);
  if (reasons.size === 0 || reasons.size > rows.length * allOddShare) return { usual: rows, note: undefined };
  return { usual: rows.filter((row) => !reasons.has(row)), note: noteOf(rows.length, reasons) };
}

function oddTypes(rows: readonly SampledRow[], most: number): [SampledRow, string][] {
  return buildColumns(rows).flatMap(({ name, type, types, values }) => {
    if (type !== undefined) return [];
    const others = types.map(([usual]) => ({
      usual,
      odd: values.flatMap((value, index) => (value === undefined || converts(value, usual) ? [] : [{ value, index }])),
    }));
    const [least] = others.sort((one, other) => one.odd.length - other.odd.length);
    if (least === undefined || least.odd.length > most) return [];
    return least.odd.flatMap(({ value, index }): [SampledRow, string][] => {
      const row = rows[index];
      return row === undefined ? [] : [[row, `${name} is stored as ${value.type}, not as ${least.usual}`]];
    });
  });
}

function oddKeys(rows: readonly SampledRow[], most: number): [SampledRow, string][] {
  const forms = new Map<string, SampledRow[]>();
  for (const row of rows) {
    const form = formOf(row);
    forms.set(form, [...(forms.get(form) ?? []), row]);
  }
  const [usual, ...others] = [...forms.values()].sort((one, other) => other.length - one.length);
  if (usual === undefined || rows.length - usual.length > most) return [];
  return others.flat().map((row) => [row, "its keys have another shape"]);
}

/**
 * Returns the shapes of a row's two keys, one per line, with `x` for each run of letters and digits: `x-x` for `cust-7`, `x` for `order`.
 */
function formOf({ partitionKey, rowKey }: SampledRow): string {
  return [partitionKey, rowKey].map((key) => key.replace(/[\p{L}\p{Nd}]+/gu, "x")).join("\n");
}

function noteOf(rows: number, reasons: ReadonlyMap<SampledRow, string>): string {
  const usual = `${rows - reasons.size} of ${rows} rows`;
  const listed = [...reasons].slice(0, 3).map(([row, reason]) => `${keysText(row)}: ${reason}`);
  const more = reasons.size > listed.length ? "; …" : "";
  return `Matches ${usual}; ${reasons.size === 1 ? "the other" : "the others"}: ${listed.join("; ")}${more}.`;
}
