import type { ExitCode } from "../exit-code.js";
import type { Terminal } from "../report/terminal.js";
import type { CheckFlags } from "./check.js";
import type { GenerateFlags } from "./generate.js";
import type { ServeFlags } from "./serve.js";

/** What the commands do. Each is loaded when it is called, so that help and errors come at once. */
export const commands = {
  async init(cwd: string, _flags: object, terminal: Terminal): Promise<ExitCode> {
    const { init } = await import("./init.js");
    return init(cwd, terminal);
  },
  async generate(cwd: string, flags: GenerateFlags, terminal: Terminal): Promise<ExitCode> {
    const { generate } = await import("./generate.js");
    return generate(cwd, flags, terminal);
  },
  async check(cwd: string, flags: CheckFlags, terminal: Terminal): Promise<ExitCode> {
    const { check } = await import("./check.js");
    return check(cwd, flags, terminal);
  },
  async serve(_cwd: string, flags: ServeFlags, terminal: Terminal): Promise<ExitCode> {
    const { serve } = await import("./serve.js");
    return serve(flags, terminal);
  },
};
