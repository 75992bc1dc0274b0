import { createSignal } from "solid-js";

/** Choices of the user for the columns of an entity or table, by column id. */
export interface ColumnChoices {
  readonly hidden: readonly string[];
  /** Widths in pixels. */
  readonly widths: Readonly<Record<string, number>>;
}

const none: ColumnChoices = { hidden: [], widths: {} };
const [all, setAll] = createSignal<Readonly<Record<string, ColumnChoices>>>({});

/** Returns what the user has chosen, also at former visits of the page. @param place name of the entity or table */
export function columnChoices(place: string): ColumnChoices {
  return all()[place] ?? read(place);
}

/** Remembers a choice in this browser. */
export function chooseColumns(place: string, choice: Partial<ColumnChoices>): void {
  const next = { ...columnChoices(place), ...choice };
  setAll({ ...all(), [place]: next });
  window.localStorage.setItem(keyOf(place), JSON.stringify(next));
}

function keyOf(place: string): string {
  return `tablewright columns ${place}`;
}

function read(place: string): ColumnChoices {
  const text = window.localStorage.getItem(keyOf(place));
  return text === null ? none : { ...none, ...(JSON.parse(text) as Partial<ColumnChoices>) };
}
