/**
 * Registry that reports bulks that are garbage-collected before they were started. Created with the first bulk; undefined until then, and
 * if the runtime has no `FinalizationRegistry`.
 */
let registry: FinalizationRegistry<string> | undefined;

/** Watches a bulk, and warns if it is collected but was never started. @param name name of its entity or table */
export function watchBulk(bulk: object, name: string): void {
  if (typeof FinalizationRegistry === "undefined") return;
  registry ??= new FinalizationRegistry(warn);
  registry.register(bulk, name, bulk);
}

/** Stops watching a bulk that was started. */
export function unwatchBulk(bulk: object): void {
  registry?.unregister(bulk);
}

/** Warns through `process`, which workers of other runtimes may lack. */
function warn(name: string): void {
  const problem = `A bulk of ${name} was never awaited, so nothing was written. Await it or iterate over it.`;
  globalThis.process?.emitWarning?.(problem);
}
