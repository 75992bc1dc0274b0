import type { Locator, Page } from "../../../docs/src/looks/browser.js";
import { readPicture } from "../../../docs/src/looks/judge-picture.js";
import { joinFrames } from "./animated-png.js";

/** Size of a recording, in pixels: the smallest that shows the columns that the jobs change. */
export const recordedSize = { width: 1040, height: 560 } as const;

/** Time for which a step is shown, and time for which the result is shown, in milliseconds. */
const stepMs = 1_600;
const resultMs = 3_200;
/** Time that the page has to show the result of a step, in milliseconds. */
const settleMs = 300;

/** Screenshots of a job: one before each step, with a caption and a ring around what the step clicks, and one of the result. */
export class Recording {
  readonly #page: Page;
  readonly #pictures: { readonly png: Buffer; readonly durationMs: number }[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** Shows a step before it is done. */
  async step(caption: string, target?: Locator): Promise<void> {
    await this.#page.waitForTimeout(settleMs);
    const box = await target?.boundingBox();
    await this.#page.evaluate(`(${showCaption})(${JSON.stringify({ caption, box: box ?? null })})`);
    await this.#take(stepMs);
    await this.#page.evaluate("document.getElementById('recorded-step')?.remove()");
  }

  /** Returns the recording as an animated PNG file, which begins again after the result. */
  async end(): Promise<Buffer> {
    await this.#page.waitForTimeout(settleMs);
    await this.#take(resultMs);
    return joinFrames(this.#pictures.map(({ png, durationMs }) => ({ ...readPicture(png), durationMs })));
  }

  async #take(durationMs: number): Promise<void> {
    this.#pictures.push({ png: await this.#page.screenshot({ animations: "disabled" }), durationMs });
  }
}

/**
 * Source of a function that shows a caption at the lower edge of the page, and a ring around a box. A closed shadow root hides both from
 * queries.
 */
const showCaption = `({ caption, box }) => {
  const host = document.createElement("div");
  host.id = "recorded-step";
  host.style.cssText = "position:fixed;inset:0;z-index:2147483647;pointer-events:none";
  const root = host.attachShadow({ mode: "closed" });
  const text = document.createElement("div");
  text.textContent = caption;
  text.style.cssText = "position:absolute;bottom:14px;left:50%;transform:translateX(-50%);padding:7px 16px;border-radius:8px;" +
    "background:#1b1f3a;color:#fff;font:600 16px/22px system-ui,sans-serif;white-space:nowrap";
  root.append(text);
  if (box !== null) {
    const ring = document.createElement("div");
    ring.style.cssText = "position:absolute;border:3px solid #e4572e;border-radius:8px;left:" + (box.x - 5) + "px;top:" + (box.y - 5) +
      "px;width:" + (box.width + 4) + "px;height:" + (box.height + 4) + "px";
    root.append(ring);
  }
  (document.querySelector("dialog[open]") ?? document.body).append(host);
}`;
