import axe, { type AxeResults, type RunOptions } from "axe-core";
import type { Page } from "./browser.js";

/**
 * Finds barriers for people with impairments on a page, such as text with too little contrast. Returns one sentence for each kind. With the
 * rules `"contrast"`, checks only contrast.
 * @see https://www.w3.org/TR/WCAG22/ (levels A and AA)
 */
export async function findBarriers(page: Page, rules: "all" | "contrast" = "all"): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate(`axe.run(${JSON.stringify(options[rules])})`)) as AxeResults;
  return found.violations.map(({ help, nodes }) => {
    const examples = nodes.slice(0, 3).map(({ html }) => html.slice(0, 80));
    return `${help}, ${nodes.length} times: ${examples.join(", ")}`;
  });
}

const options: Readonly<Record<"all" | "contrast", RunOptions>> = {
  all: {
    // This experimental rule wrongly reports the search button, because its text includes the shortcut.
    rules: { "label-content-name-mismatch": { enabled: false } },
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    resultTypes: ["violations"],
  },
  contrast: { runOnly: { type: "rule", values: ["color-contrast"] }, resultTypes: ["violations"] },
};
