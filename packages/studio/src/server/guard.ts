import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Reason to reject a request: the HTTP status and a sentence for the user. */
export interface Rejection {
  readonly status: 401 | 403 | 405 | 415;
  readonly message: string;
}

/**
 * Time in seconds for which the browser keeps the cookie, even after it is closed: a day. The cookie is useless once the command has ended.
 */
const cookieAge = 86_400;

const restart = "Open the address that the command printed. It works once; start the command again for another one.";

/**
 * Decides which requests Studio accepts: only those from the one browser that has exchanged the token in the printed address for a cookie.
 */
export class Guard {
  /** Secret token in the address that the command prints. */
  readonly token = randomText();
  readonly #session = randomText();
  readonly #cookie: string;
  readonly #hosts: ReadonlySet<string>;
  #isExchanged = false;

  constructor(port: number) {
    // Browsers send a cookie to every port of a host. The port in the name keeps several running Studios apart.
    this.#cookie = `tablewright-studio-${port}`;
    this.#hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  }

  /**
   * Exchanges the token for a session cookie. Returns the value of the `Set-Cookie` header; undefined if the token is wrong or was used
   * before.
   */
  exchange(token: string): string | undefined {
    if (this.#isExchanged || !isSame(token, this.token)) return undefined;
    this.#isExchanged = true;
    return `${this.#cookie}=${this.#session}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${cookieAge}`;
  }

  /**
   * Checks the headers Host, Origin and Sec-Fetch-Site. A page of another site can make a browser send requests here, even under a host
   * name that points to this machine (DNS rebinding), but it cannot forge these headers. Returns undefined if the request is accepted.
   */
  checkOrigin({ headers, method }: IncomingMessage): Rejection | undefined {
    const { host = "", origin } = headers;
    if (!this.#hosts.has(host)) return { status: 403, message: `The Host ${JSON.stringify(host)} is not this Studio.` };
    const isOwn = origin === `http://${host}`;
    const site = headers["sec-fetch-site"];
    if (origin !== undefined && !isOwn) return { status: 403, message: "Requests of other origins are rejected." };
    if (method !== "GET" && !isOwn) return { status: 403, message: "The request has no Origin." };
    if (site !== undefined && site !== "same-origin" && site !== "none")
      return { status: 403, message: "Requests of other sites are rejected." };
    return undefined;
  }

  /** Checks that a request has the session cookie. Returns undefined if it has. */
  checkSession({ headers }: IncomingMessage): Rejection | undefined {
    const prefix = `${this.#cookie}=`;
    const cookies = (headers.cookie ?? "").split(/;\s*/).filter((each) => each.startsWith(prefix));
    if (cookies.some((each) => isSame(each.slice(prefix.length), this.#session))) return undefined;
    return { status: 401, message: restart };
  }
}

function randomText(): string {
  return randomBytes(32).toString("base64url");
}

/** Compares two texts in a time that does not depend on their content, so that timing reveals nothing about the secret. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
