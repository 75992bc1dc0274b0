import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Readable, Writable } from "node:stream";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Finds a Chromium: the path in the variable CHROMIUM, otherwise an installed one. Returns undefined if there is none. */
export function findChromium(): string | undefined {
  const named = process.env["CHROMIUM"];
  if (named !== undefined) return named;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

type Params = Readonly<Record<string, unknown>>;

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: Params;
  readonly error?: { readonly message: string };
}

/** Longest time that the browser may take to respond to one command. */
const timeoutMs = 60_000;

/** Tab of a browser. */
export interface Tab {
  /** @see https://chromedevtools.github.io/devtools-protocol/ */
  send(method: string, params?: Params): Promise<Params>;
  on(method: string, listener: (params: Params) => void): void;
}

/** Headless Chromium, controlled over a pipe with the DevTools protocol. */
export class Browser {
  readonly #process: ChildProcess;
  readonly #profile = mkdtempSync(join(tmpdir(), "chromium-"));
  readonly #pending = new Map<number, (message: Message) => void>();
  readonly #listeners = new Map<string, (params: Params) => void>();
  #lastId = 0;
  #received = "";

  constructor(path: string) {
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-zygote", "--hide-scrollbars", "--no-first-run"];
    const args = [...flags, "--remote-debugging-pipe", `--user-data-dir=${this.#profile}`, "about:blank"];
    this.#process = spawn(path, args, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    (this.#process.stdio[4] as Readable).setEncoding("utf8").on("data", (text: string) => this.#receive(text));
  }

  async open(): Promise<Tab> {
    // Each tab has its own window, because a tab behind another one draws nothing.
    const { targetId } = await this.#send("Target.createTarget", { url: "about:blank", newWindow: true });
    const { sessionId } = await this.#send("Target.attachToTarget", { targetId, flatten: true });
    const session = String(sessionId);
    return {
      send: (method, params) => this.#send(method, params, session),
      on: (method, listener) => void this.#listeners.set(`${session} ${method}`, listener),
    };
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    await this.#send("Browser.close");
    await ended;
    // Helper processes may write for a moment after the browser has exited.
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  #send(method: string, params: Params = {}, sessionId?: string): Promise<Params> {
    const id = ++this.#lastId;
    (this.#process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method} took longer than ${timeoutMs} ms.`)), timeoutMs);
      this.#pending.set(id, ({ result, error }) => {
        clearTimeout(timer);
        this.#pending.delete(id);
        if (error === undefined) resolve(result ?? {});
        else reject(new Error(`${method}: ${error.message}`));
      });
    });
  }

  #receive(text: string): void {
    const messages = (this.#received + text).split("\0");
    this.#received = messages.pop() ?? "";
    for (const message of messages.map((json) => JSON.parse(json) as Message)) {
      if (message.id === undefined)
        this.#listeners.get(`${message.sessionId} ${message.method}`)?.(message.params ?? {});
      else this.#pending.get(message.id)?.(message);
    }
  }
}
