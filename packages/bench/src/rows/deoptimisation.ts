import { spawnSync } from "node:child_process";
import { freshScript } from "../measure/fresh-process.js";
import type { RowSource } from "./row.js";

/** How often V8 gives up optimised code of the generated decoder, or of what it calls, while it decodes a million rows. */
export const deoptimisation: RowSource = {
  name: "deopt",
  async measure() {
    const { stdout, status } = spawnSync(process.execPath, ["--trace-deopt", freshScript("decode-a-million")], {
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    const hot = /^warm$([\s\S]*)^done \d{4}$/m.exec(stdout)?.[1];
    if (status !== 0 || hot === undefined) throw new Error(`A million rows were not decoded: ${stdout.slice(-2000)}`);
    // The script's own loop is not the decoder.
    const bailouts = hot
      .split("\n")
      .filter((line) => line.startsWith("[bailout") && !/<JSFunction (\(|decodePage)/.test(line));
    return [
      {
        what: "deoptimisations while a million rows are decoded",
        ours: String(bailouts.length),
        budget: "none",
        holds: bailouts.length === 0,
      },
    ];
  },
};
