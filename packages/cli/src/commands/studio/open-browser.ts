import { spawn } from "node:child_process";

/** Command that opens a URL in the user's browser, by platform. The URL is added as the last argument. */
const openers: Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/**
 * Opens a URL in the user's browser.
 * @param onFailure called if no browser could be opened
 */
export function openBrowser(url: string, onFailure: () => void): void {
  const [command, ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
  child.once("error", onFailure);
  child.once("exit", (code) => {
    if (code !== 0) onFailure();
  });
  child.unref();
}
