import { spawn } from "node:child_process";

/** Command that opens an address with the user's browser, by platform. The address is its last argument. */
const openers: Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/**
 * Opens an address in the user's browser.
 * @param onFailure called if there is none
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
