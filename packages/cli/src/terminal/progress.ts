import type { Terminal } from "./terminal.js";

/** How far long work is. */
export interface WorkState {
  /** Rows that are done, those of earlier runs included. */
  readonly rows: number;
  /** How much is done, 0 to 1; undefined where the total is unknown. */
  readonly fraction?: number | undefined;
}

/** Between two drawings of the bar, and between two lines where stderr is no terminal, in milliseconds. */
const drawEveryMs = 100;
const printEveryMs = 10_000;

/** Shows how far work is until it ends: a bar in a terminal, elsewhere a line every 10 seconds. */
export class Progress implements Disposable {
  readonly #terminal: Terminal;
  readonly #timer: NodeJS.Timeout;

  /** @param read called for every drawing */
  constructor(terminal: Terminal, read: () => WorkState) {
    const start = read();
    const startedAt = performance.now();
    const show = () => {
      const state = read();
      const text = progressText(start, state, performance.now() - startedAt);
      if (terminal.showsProgress) terminal.progress(barOf(state) + text);
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

/** Nothing where nobody knows how much there is. */
function barOf({ fraction }: WorkState): string {
  if (fraction === undefined) return "";
  const filled = Math.round(Math.min(1, fraction) * barWidth);
  return `${"█".repeat(filled)}${"░".repeat(barWidth - filled)} `;
}

/**
 * `12,000 rows, 3,400 rows/s, 45 %, 12 s left`
 * @param start the state when this run began: its speed and estimate leave out earlier runs
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

/** `12 s`, `3 min`, `2 h 5 min` */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `1 row`, `12,000 rows` */
export function formatRows(rows: number): string {
  return `${formatCount(rows)} row${rows === 1 ? "" : "s"}`;
}

/** `12,000`. To load what Intl needs takes 20 ms. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
