import { setFlagsFromString } from "node:v8";

/** Maximum growth of the heap in percent, while rows of usual sizes stream through a command, and once large ones do. */
const growth = { usual: 150, largeRows: 60 } as const;

let isAdapted = false;

/**
 * Limits how much the heap grows between two garbage collections. This saves memory, because data that streams through a command becomes
 * garbage immediately. By default, V8 lets the heap grow fourfold. With rows of usual sizes, an export takes a fifth less time if the heap may
 * grow by 150 percent, and only 12 MB more memory than with 60 percent. With rows of up to 1 MiB it takes 20 to 50 MB more, so the heap may
 * grow by 60 percent only once such rows come: see {@link limitHeapForLargeRows}.
 * @param percent maximum growth, as a percentage of the heap after the previous collection. Default: that for rows of usual sizes, until large
 * ones come
 */
export function limitHeap(percent?: number): void {
  isAdapted = percent === undefined;
  setGrowth(percent ?? growth.usual);
}

/** Lets the heap grow less from now on, because large rows stream through the command. Does nothing if the command has set a percentage. */
export function limitHeapForLargeRows(): void {
  if (!isAdapted) return;
  isAdapted = false;
  setGrowth(growth.largeRows);
}

function setGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
