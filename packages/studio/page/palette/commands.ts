import { createSignal, onCleanup } from "solid-js";

/** Action that the command palette can find and run. */
export interface Command {
  readonly title: string;
  /** Text shown beside the title, such as the table of an entity. */
  readonly note?: string;
  run(): void;
}

type Source = () => readonly Command[];

const [sources, setSources] = createSignal<readonly Source[]>([]);

/**
 * Adds commands to the palette until the component that calls this is removed from the page.
 * @param source returns the commands; called at each search
 */
export function registerCommands(source: Source): void {
  setSources((all) => [source, ...all]);
  onCleanup(() => setSources((all) => all.filter((each) => each !== source)));
}

/** Returns the commands whose title or note contains all words of the text. First come those whose title is the text, then those whose title starts with it. */
export function findCommands(text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = sources().flatMap((source) => source());
  const found = all.filter(({ title, note = "" }) => {
    const whole = `${title} ${note}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
  const wanted = text.trim().toLowerCase();
  const rank = ({ title }: Command) => {
    const own = title.toLowerCase();
    return own === wanted ? 0 : own.startsWith(wanted) ? 1 : 2;
  };
  return found.toSorted((one, other) => rank(one) - rank(other));
}
