import type { Terminal } from "./terminal.js";

/** Progress of a command that reads or writes many rows. */
export interface WorkState {
  /** Number of finished rows, including rows of earlier runs. */
  readonly rows: number;
  /** Share of the work that is finished, from 0 to 1; undefined if the total is unknown. */
  readonly fraction?: number | undefined;
}

/** Interval between two updates of the progress bar, in milliseconds. */
const drawEveryMs = 100;
const printEveryMs = 10_000;

/** Shows the progress of a command until disposed: as a bar in a terminal, otherwise as a line every 10 seconds. */
export class Progress implements Disposable {
  readonly #terminal: Terminal;
  readonly #timer: NodeJS.Timeout;

  /** @param read returns the current progress; called for every update */
  constructor(terminal: Terminal, read: () => WorkState) {
    const start = { ...read() };
    const startedAt = performance.now();
    const show = () => {
      const state = read();
      const text = progressText(start, state, performance.now() - startedAt);
      if (terminal.showsProgress) terminal.progress(formatBar(state) + text);
      else terminal.log(text);
    };
    this.#terminal = terminal;
    this.#timer = setInterval(show, terminal.showsProgress ? drawEveryMs : printEveryMs);
    this.#timer.unref();
    if (terminal.showsProgress) show();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#terminal.progress("");
  }
}

const barWidth = 24;

/** Formats the bar that shows the finished share; empty if the total is unknown. */
function formatBar({ fraction }: WorkState): string {
  if (fraction === undefined) return "";
  const filled = Math.round(Math.min(1, fraction) * barWidth);
  return `${"█".repeat(filled)}${"░".repeat(barWidth - filled)} `;
}

/**
 * Formats the progress as text: `12,000 rows, 3,400 rows/s, 45 %, 12 s left`.
 * @param start the progress when this run began, because the speed and the remaining time must not count earlier runs
 */
export function progressText(start: WorkState, { rows, fraction }: WorkState, elapsedMs: number): string {
  const added = rows - start.rows;
  const perSecond = Math.max(Math.sign(added), Math.round((added * 1000) / Math.max(1, elapsedMs)));
  const parts = [formatRows(rows), `${formatCount(perSecond)} rows/s`];
  if (fraction !== undefined) {
    parts.push(`${Math.floor(fraction * 100)} %`);
    const done = fraction - (start.fraction ?? 0);
    if (done > 0 && fraction < 1) parts.push(`${duration((elapsedMs * (1 - fraction)) / done / 1000)} left`);
  }
  return parts.join(", ");
}

/** Formats a duration: `12 s`, `3 min` or `2 h 5 min`. */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Formats a number of rows: `1 row` or `12,000 rows`. */
export function formatRows(rows: number): string {
  return `${formatCount(rows)} row${rows === 1 ? "" : "s"}`;
}

/** Formats a number with separators: `12,000`. Does not use Intl, because loading its data would take 20 ms. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
