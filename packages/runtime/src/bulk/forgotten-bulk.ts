/** Reports bulks that are collected before they were started. Created with the first bulk; undefined where it cannot know. */
let registry: FinalizationRegistry<string> | undefined;

/** Warns when a bulk is collected that was never started. @param name of its entity or table */
export function watchBulk(bulk: object, name: string): void {
  if (typeof FinalizationRegistry === "undefined") return;
  registry ??= new FinalizationRegistry(warn);
  registry.register(bulk, name, bulk);
}

/** A bulk that was started needs no warning. */
export function unwatchBulk(bulk: object): void {
  registry?.unregister(bulk);
}

/** Workers may have no process to warn. */
function warn(name: string): void {
  const problem = `A bulk of ${name} was never awaited, so nothing was written. Await it or iterate over it.`;
  globalThis.process?.emitWarning?.(problem);
}
