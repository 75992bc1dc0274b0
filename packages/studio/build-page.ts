import { build } from "vite";

/** Builds the page into a folder. `pnpm build` runs this file; tests build into a temporary folder. */
export async function buildPage(outDir: string): Promise<void> {
  const configFile = new URL("vite.config.ts", import.meta.url).pathname;
  await build({ configFile, logLevel: "warn", build: { outDir } });
}
