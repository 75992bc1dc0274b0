import { defineConfig } from "vitepress";
import { siteConfig } from "../../src/site/site-config.js";

export default defineConfig(siteConfig());
