import { defineConfig } from "vite";
import solid from "vite-plugin-solid";

/** Builds the page into the package. Its libraries are part of it, so none of them is a dependency of the package. */
export default defineConfig({
  root: new URL("page", import.meta.url).pathname,
  base: "./",
  plugins: [solid()],
  build: {
    outDir: "../dist/page",
    emptyOutDir: true,
    target: "es2023",
    modulePreload: false,
    assetsInlineLimit: 0,
  },
});
