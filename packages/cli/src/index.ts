/**
 * The definition language: import `edm` and `entity` in `*.table.ts` files and `defineConfig` in tablewright.config.ts.
 * These files are read as text by `tablewright generate` and never executed.
 */
export * from "@tablewright/generator/definition";
