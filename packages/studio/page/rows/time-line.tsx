import { createMemo, For } from "solid-js";
import type { TreeTime } from "./build-tree.js";

/** Number of bars over the whole time. */
const bars = 60;

interface Bar {
  /** Number of the bar, from the left. */
  readonly place: number;
  readonly times: readonly [TreeTime, ...TreeTime[]];
}

/** Bars of how many rows are at each time, over an axis with dates. A click opens the first row of a bar. */
export function TimeLine(props: { readonly times: readonly TreeTime[]; onOpen(position: number): void }) {
  const drawn = createMemo(() => {
    const found = new Map<number, [TreeTime, ...TreeTime[]]>();
    for (const time of props.times) {
      const place = Math.min(bars - 1, Math.floor(time.at * bars));
      const own = found.get(place);
      if (own === undefined) found.set(place, [time]);
      else own.push(time);
    }
    return [...found].map(([place, times]): Bar => ({ place, times }));
  });
  const highest = () => Math.max(...drawn().map(({ times }) => times.length));
  const [first, last] = [() => props.times[0]?.text ?? "", () => props.times.at(-1)?.text ?? ""];
  return (
    <div
      class="time-line"
      role="group"
      aria-label={`${props.times.length.toLocaleString("en-US")} rows from ${first()} to ${last()}`}
    >
      <div class="time-bars">
        <For each={drawn()}>
          {({ place, times }) => (
            <button
              type="button"
              class="time-bar"
              title={titleOf(times)}
              aria-label={titleOf(times)}
              style={{
                left: `${(100 * place) / bars}%`,
                width: `${100 / bars}%`,
                height: `${Math.max(12, (100 * times.length) / highest())}%`,
              }}
              onClick={() => props.onOpen(times[0].position)}
            />
          )}
        </For>
      </div>
      <div class="time-axis" aria-hidden="true">
        <span>{shorten(first())}</span>
        <span>{shorten(middleOf(first(), last()))}</span>
        <span>{shorten(last())}</span>
      </div>
    </div>
  );
}

function titleOf(times: Bar["times"]): string {
  const number = `${times.length.toLocaleString("en-US")} ${times.length === 1 ? "row" : "rows"}`;
  const to = times.at(-1)?.text;
  return times.length === 1 ? `${number}: ${times[0].text}` : `${number}: ${times[0].text} to ${to}`;
}

function middleOf(first: string, last: string): string {
  return new Date((Date.parse(first) + Date.parse(last)) / 2).toISOString();
}

/** Returns a time to the minute. */
function shorten(text: string): string {
  return text.slice(0, 16).replace("T", " ");
}
