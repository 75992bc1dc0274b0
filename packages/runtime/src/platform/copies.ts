/*
 * One process may load several copies of this package: its ES modules and its CommonJS files, the installs of two packages of a monorepo,
 * or a bundle and an install. A class of one copy then meets a client of another.
 */

const registry = globalThis as { [name: symbol]: unknown };

/**
 * Returns the state of this name, which all copies share. Only the first copy creates it.
 * @param name ends with a version, such as `copies/v1`. If the shared state changes its form, increase the version
 */
export function shared<State>(name: string, create: () => State): State {
  const key = Symbol.for(`@tablewright/${name}`);
  registry[key] ??= create();
  return registry[key] as State;
}

/** Version of this package. `pnpm generate` writes it from package.json, which a bundle for a worker does not have. */
export const ownVersion = "0.1.0";

interface Copy {
  readonly version: string;
  /** Error that was created while the copy was loaded. Its stack begins with the path of the copy. V8 formats it only when it is read. */
  readonly loaded: Error;
}

const copies = /* @__PURE__ */ shared<Copy[]>("copies/v1", () => []);
copies.push({ version: ownVersion, loaded: new Error("loaded") });

/** Returns sentences that name the loaded copies and what to do, to append to a message; empty if there is only one copy. */
export function copiesHelp(): string {
  if (copies.length < 2) return "";
  const list = copies.map(({ version, loaded }) => `${version} at ${pathIn(loaded)}`).join(", and ");
  const help =
    "If that does not help, load one copy: run `npm ls @tablewright/runtime` and `npm dedupe`, use either `import` or `require` of it, and bundle it once.";
  return ` This process has ${copies.length} copies of @tablewright/runtime: ${list}. ${help}`;
}

/** Returns the file in the first line of a stack, `at Object.<anonymous> (/app/x.js:1:2)` or `at file:///app/x.js:1:2`. */
function pathIn({ stack = "" }: Error): string {
  const [, path] = /(?:\(|at (?:async )?|@)(?:file:\/\/)?([^()\n]+?):\d+:\d+\)?(?:\n|$)/.exec(stack) ?? [];
  return path ?? "an unknown path";
}
