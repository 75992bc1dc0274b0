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
    // Browsers with `light-dark()`. For older ones the bundler replaces it by rules that ignore the theme that the user has chosen.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    modulePreload: false,
    assetsInlineLimit: 0,
  },
});
