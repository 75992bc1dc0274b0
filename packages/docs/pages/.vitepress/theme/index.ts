import TwoslashFloatingVue from "@shikijs/vitepress-twoslash/client";
import "@shikijs/vitepress-twoslash/style.css";
import "./style.css";
import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { h } from "vue";
import CodePlayground from "./CodePlayground.vue";
import CopyRules from "./CopyRules.vue";
import CostCalculator from "./CostCalculator.vue";
import HomeEditors from "./HomeEditors.vue";
import HomeProof from "./HomeProof.vue";
import InstallLine from "./InstallLine.vue";
import NotFound from "./NotFound.vue";

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      "home-hero-actions-after": () => [h(InstallLine), h(HomeProof)],
      "home-hero-image": () => h(HomeEditors),
      "not-found": () => h(NotFound),
    }),
  enhanceApp({ app }) {
    app.use(TwoslashFloatingVue);
    app.component("CopyRules", CopyRules);
    app.component("CostCalculator", CostCalculator);
    app.component("CodePlayground", CodePlayground);
  },
} satisfies Theme;
