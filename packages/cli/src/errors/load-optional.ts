import { InputError } from "./input-error.js";

/**
 * Loads an optional package. Users install such a package themselves, because only some commands need it.
 * @throws InputError `adopt.not-installed`, `export.not-installed`, `serve.not-installed`, `sql.not-installed`, `studio.not-installed`
 */
export async function loadOptional<Module>(
  command: "adopt" | "export" | "serve" | "sql" | "studio",
  name: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(name, error)) throw error;
    const message = `\`tablewright ${command}\` needs ${name}, which is not installed.`;
    throw new InputError(`${command}.not-installed`, message, `Run: npm i -D ${name}`);
  }
}

/** Returns whether the package itself is not installed; false if only one of its imports is missing. */
function isMissing(name: string, error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "ERR_MODULE_NOT_FOUND" && message.includes(`'${name}'`);
}
