/** Modules by the name by which programs import them. */
export type Packages = Readonly<Record<string, object>>;

const program = "src/main.js";
const Async = (async () => undefined).constructor as new (...parts: string[]) => (...args: unknown[]) => Promise<void>;

/**
 * Runs the program `src/main.js`, CommonJS with `await` at its top level.
 * @param modules text of the program and of the modules that it imports, by path
 */
export function runModules(modules: Readonly<Record<string, string>>, packages: Packages): Promise<void> {
  const loaded = new Map<string, object>();

  function load(path: string): object {
    const known = loaded.get(path);
    if (known !== undefined) return known;
    const exports = {};
    loaded.set(path, exports);
    new Function("exports", "require", modules[path] ?? "")(exports, requireFrom(path));
    return exports;
  }

  function requireFrom(importer: string): (name: string) => object {
    return (name) => {
      const path = new URL(name, `file:///${importer}`).pathname.slice(1);
      const found = packages[name] ?? (name.startsWith(".") && path in modules ? load(path) : undefined);
      if (found === undefined) throw new Error(`The playground has no module ${JSON.stringify(name)}.`);
      return found;
    };
  }

  return new Async("exports", "require", modules[program] ?? "")({}, requireFrom(program));
}
