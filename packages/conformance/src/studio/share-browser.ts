import { afterAll, afterEach, beforeAll } from "vitest";
import { closeBrowser, openBrowser, openStudio, type StudioLab, slowly } from "./studio-lab.js";

/**
 * Registers hooks by which the tests of a file, or of a `describe`, share a browser.
 * @returns a function that opens a Studio in this browser; the Studio is closed after the test
 */
export function shareBrowser(): typeof openStudio {
  let lab: StudioLab | undefined;
  beforeAll(openBrowser, slowly);
  afterEach(async () => {
    await lab?.close();
    lab = undefined;
  });
  afterAll(closeBrowser);
  return async (target, options) => {
    lab = await openStudio(target, options);
    return lab;
  };
}
