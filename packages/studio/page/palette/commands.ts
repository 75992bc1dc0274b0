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

/** Returns the commands whose title or note contains all words of the text. Those whose title starts with the text come first. */
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
