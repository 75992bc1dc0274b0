/**
 * Registry that warns about bulks that are garbage-collected without having been started. Created with the first bulk; undefined until
 * then, and if the runtime has no `FinalizationRegistry`.
 */
let registry: FinalizationRegistry<string> | undefined;

/** Watches a new bulk, to warn if it is garbage-collected and was never started. @param name name of the entity class or table */
export function watchBulk(bulk: object, name: string): void {
  if (typeof FinalizationRegistry === "undefined") return;
  registry ??= new FinalizationRegistry(warn);
  registry.register(bulk, name, bulk);
}

/** Stops watching a bulk, because it was started. */
export function unwatchBulk(bulk: object): void {
  registry?.unregister(bulk);
}

/** Warns that a bulk was never started. Does nothing without `process.emitWarning`, which workers of other runtimes may lack. */
function warn(name: string): void {
  const problem = `A bulk of ${name} was never awaited, so nothing was written. Await it or iterate over it.`;
  globalThis.process?.emitWarning?.(problem);
}
