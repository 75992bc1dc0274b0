import type { Locator, Page } from "../../../docs/src/looks/browser.js";
import type { Recording } from "./recording.js";

/** Does the steps of a job in the page, and counts them: a click, a key, a text that is typed, or a choice from a list. */
export class Steps {
  count = 0;
  readonly #page: Page;
  readonly #recording: Recording | undefined;

  constructor(page: Page, recording?: Recording) {
    this.#page = page;
    this.#recording = recording;
  }

  async click(
    target: Locator,
    options: { readonly modifiers?: "Shift"[]; readonly button?: "right" } = {},
  ): Promise<void> {
    const keys = options.modifiers?.map((key) => `${key} `).join("") ?? "";
    await this.#begin(`${keys}Click ${await this.#name(target)}`, target);
    await target.click(options);
  }

  async press(key: string): Promise<void> {
    await this.#begin(`Press ${key.replace(/^Control\+(.)/, (_, first: string) => `Ctrl ${first.toUpperCase()}`)}`);
    await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.#begin(`Type ${text}`);
    await this.#page.keyboard.type(text);
  }

  /** Types a text into a field, which is one step, and accepts it, as going on to the next field does. */
  async fill(field: Locator, text: string): Promise<void> {
    await this.#begin(`Type ${text}`, field);
    await field.fill(text);
    await field.blur();
  }

  async choose(list: Locator, option: string): Promise<void> {
    await this.#begin(`Choose ${option}`, list);
    await list.focus();
    await list.selectOption(option);
  }

  /** Counts a step that the caller does, such as going back in the browser. */
  async other(caption: string, run: () => Promise<unknown>): Promise<void> {
    await this.#begin(caption);
    await run();
  }

  async #begin(caption: string, target?: Locator): Promise<void> {
    this.count += 1;
    await this.#recording?.step(caption, target);
  }

  /** Returns the name of a target as its user sees it. */
  async #name(target: Locator): Promise<string> {
    if (this.#recording === undefined) return "";
    const label = (await target.getAttribute("aria-label")) ?? (await target.textContent()) ?? "";
    return label.replace(/ of the .*|[\d,+]+$/, "").trim() || label;
  }
}
