/**
 * Definition language: import `edm` and `entity` in `*.table.ts` files and `defineConfig` in tablewright.config.ts.
 * `tablewright generate` reads these files as text and never executes them.
 */
export * from "@tablewright/generator/definition";
