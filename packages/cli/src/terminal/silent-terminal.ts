import { createColors, type Terminal } from "./terminal.js";

/** Terminal that shows nothing, for commands whose output nobody reads. */
export const silentTerminal: Terminal = {
  out: () => undefined,
  write: async () => undefined,
  log: () => undefined,
  progress: () => undefined,
  showsProgress: false,
  showsData: false,
  colors: createColors(false),
};
