import { defineConfig } from "tablewright";

export default defineConfig({ schemas: true });
