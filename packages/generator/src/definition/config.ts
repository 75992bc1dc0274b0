/** Settings of `tablewright generate`, in tablewright.config.ts. All have defaults, and the config file is optional. */
export interface TablewrightConfig {
  /** Globs of definition files, relative to the config file's folder; `"tables/**\/*.table.ts"` by default. */
  readonly definitions?: string | readonly string[];
  /** Folder of the generated files, relative to the config file's folder; `"src/tables.gen"` by default. */
  readonly outDir?: string;
  /**
   * Language of the generated files; `"ts"` by default. `"js"` writes JavaScript in the module format of the package, with declarations
   * beside it, for projects that compile nothing.
   */
  readonly output?: "ts" | "js";
  /** Extension of imports between generated files; follows the tsconfig by default. */
  readonly importExtension?: ".js" | ".ts" | "none";
  /** True to let compilers type-check the generated files. With `false`, the default, compilers take a third less time for these files. */
  readonly typeCheck?: boolean;
  /** True to write `json-schemas.ts` too, with JSON Schemas of every entity for OpenAPI; `false` by default. */
  readonly schemas?: boolean;
  /** Service whose limits are checked; `"storage"` by default. `"cosmos"` reserves more names and has fewer limits. */
  readonly service?: "storage" | "cosmos";
  /**
   * Tsconfig whose `paths` apply to the imports of definition files, relative to the config file's folder; the nearest tsconfig.json by
   * default.
   */
  readonly tsconfig?: string;
}

/** Returns the config. Gives tablewright.config.ts its types: `export default defineConfig({ outDir: "src/tables.gen" })`. */
export function defineConfig(config: TablewrightConfig): TablewrightConfig {
  return config;
}
