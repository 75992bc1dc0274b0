import { InputError } from "./input-error.js";

/**
 * Loads the package that a command needs and that is installed apart.
 * @throws InputError `adopt.not-installed`, `serve.not-installed`
 */
export async function loadOptional<Module>(
  command: "adopt" | "serve",
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

/** Whether the package itself was not found, rather than something that it imports. */
function isMissing(name: string, error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "ERR_MODULE_NOT_FOUND" && message.includes(`'${name}'`);
}
