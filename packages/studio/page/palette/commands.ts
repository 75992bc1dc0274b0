import { createSignal, onCleanup } from "solid-js";

/** Action of the palette. */
export interface Command {
  readonly title: string;
  /** Text beside the title, such as the table of an entity. */
  readonly note?: string;
  run(): void;
}

type Source = () => readonly Command[];

const [sources, setSources] = createSignal<readonly Source[]>([]);

/** Adds commands for as long as the component that calls this is shown. */
export function registerCommands(source: Source): void {
  setSources((all) => [source, ...all]);
  onCleanup(() => setSources((all) => all.filter((each) => each !== source)));
}

/** Returns the commands whose title or note has all words of the text, those that begin with it first. */
export function findCommands(text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = sources().flatMap((source) => source());
  const found = all.filter(({ title, note = "" }) => {
    const whole = `${title} ${note}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
  const rank = ({ title }: Command) => (title.toLowerCase().startsWith(text.toLowerCase()) ? 0 : 1);
  return found.toSorted((one, other) => rank(one) - rank(other));
}
