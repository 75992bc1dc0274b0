/** Settings of `tablewright generate`, in tablewright.config.ts. All have a default; no config file is needed. */
export interface TablewrightConfig {
  /** Globs of definition files, from the config file's folder; `"tables/**\/*.table.ts"` by default. */
  readonly definitions?: string | readonly string[];
  /** Folder of the generated files, from the config file's folder; `"src/tables.gen"` by default. */
  readonly outDir?: string;
  /** How generated files import each other; as the tsconfig wants it by default. */
  readonly importExtension?: ".js" | ".ts" | "none";
  /** Whose limits are checked: `"cosmos"` reserves more names and has fewer limits; `"storage"` by default. */
  readonly service?: "storage" | "cosmos";
  /** The tsconfig whose `paths` imports follow, from the config file's folder; the nearest tsconfig.json by default. */
  readonly tsconfig?: string;
}

/** Gives tablewright.config.ts its types: `export default defineConfig({ outDir: "src/tables.gen" })`. */
export function defineConfig(config: TablewrightConfig): TablewrightConfig {
  return config;
}
