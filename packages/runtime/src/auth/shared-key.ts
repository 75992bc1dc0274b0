import { checkOptions, type OptionKinds, oneOf } from "../errors/check-options.js";
import { RecentSecrets } from "../errors/known-secrets.js";
import { invalidOption, TableError } from "../errors/table-error.js";
import { type Credential, serviceVersion } from "../http/call-state.js";
import type { Clock } from "../http/clock.js";
import { type HttpRequest, headerValue } from "../http/http-message.js";
import { nodeCrypto } from "../platform/node.js";

/** Options of {@link SharedKeyCredential}. */
export interface SharedKeyOptions {
  /** Scheme of the signature: `SharedKeyLite` covers date and path, `SharedKey` also method and content type. Default `SharedKeyLite`. */
  readonly scheme?: "SharedKeyLite" | "SharedKey" | undefined;
}

const sharedKeyOptionKinds: OptionKinds<SharedKeyOptions> = { scheme: oneOf("SharedKeyLite", "SharedKey") };

/**
 * Name and key of an account. Neither `inspect` nor `JSON.stringify` shows the key. {@link SharedKeyCredential.update} replaces it while
 * clients use it.
 * @see https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
 */
export class SharedKeyCredential implements Credential {
  readonly kind = "shared-key";
  readonly accountName: string;
  readonly #scheme: "SharedKeyLite" | "SharedKey";
  readonly #prefix: string;
  #key: HmacSha256;
  /** Current and former account keys as text, so that they can be removed from errors. */
  readonly #keys = new RecentSecrets();
  /**
   * Cache of SharedKeyLite signatures by path, for paths that name no row. It is valid for one second, because a signature covers the date
   * in `#memoDate`.
   */
  readonly #memo = new Map<string, string>();
  #memoDate = "";

  /**
   * @param accountName only the name, such as `myaccount`
   * @param accountKey the key in base64, as the portal shows it
   * @throws TableError `auth.invalid-key` if the key is not base64; `config.invalid-option` for an invalid name or scheme
   */
  constructor(accountName: string, accountKey: string, options: SharedKeyOptions = {}) {
    checkOptions("SharedKeyCredential", options, sharedKeyOptionKinds);
    if (!isAccountName(accountName)) {
      const problem = "Invalid account name. Pass only the name, without a URL or path.";
      throw invalidOption(problem);
    }
    const { scheme = "SharedKeyLite" } = options;
    this.accountName = accountName;
    this.#scheme = scheme;
    this.#prefix = `${this.#scheme} ${accountName}:`;
    this.#key = readKey(accountKey);
    this.#keys.add(accountKey.trim());
  }

  /**
   * Replaces the key for later requests. @throws TableError `auth.invalid-key` if it is not base64
   * @param accountKey the new key in base64, as the portal shows it
   */
  update(accountKey: string): void {
    this.#key = readKey(accountKey);
    this.#keys.add(accountKey.trim());
    this.#memo.clear();
  }

  /** Returns the account keys, to remove them from error messages. Signatures are removed as well: their format shows what they are. */
  secrets(): readonly string[] {
    return this.#keys.values;
  }

  authorize(request: HttpRequest, clock: Clock): HttpRequest {
    const date = clock.httpDate();
    const resource = canonicalizedResource(this.accountName, request.url);
    const signature =
      this.#scheme === "SharedKeyLite"
        ? this.#liteSignature(date, resource)
        : this.sign(
            `${request.method}\n${headerValue(request.headers, "content-md5") ?? ""}\n${headerValue(request.headers, "content-type") ?? ""}\n${date}\n${resource}`,
          );
    return {
      method: request.method,
      url: request.url,
      headers: [
        ...request.headers,
        "x-ms-version",
        serviceVersion,
        "x-ms-date",
        date,
        "Authorization",
        this.#prefix + signature,
      ],
      body: request.body,
      signal: request.signal,
      context: request.context,
      onHead: request.onHead,
    };
  }

  /**
   * Signs a text: returns its HMAC-SHA256 under the account key, in base64.
   * @param text text to sign
   */
  sign(text: string): string {
    return this.#key.base64(text);
  }

  #liteSignature(date: string, resource: string): string {
    if (resource.indexOf("='") >= 0) return this.sign(`${date}\n${resource}`);
    if (date !== this.#memoDate || this.#memo.size > 256) {
      this.#memo.clear();
      this.#memoDate = date;
    }
    let signature = this.#memo.get(resource);
    if (signature === undefined) {
      signature = this.sign(`${date}\n${resource}`);
      this.#memo.set(resource, signature);
    }
    return signature;
  }
}

/**
 * Returns whether a name starts with a letter or digit and has only letters, digits, `-` and `_`. In Azure, account names have only letters
 * and digits; emulators and Cosmos DB allow the other two.
 */
export function isAccountName(name: unknown): name is string {
  return typeof name === "string" && /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(name);
}

/** Returns whether a text is complete base64, as account keys are. */
export function isAccountKey(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

/** Returns the resource that a signature covers: `/account`, the path as it is sent, and `?comp=` if the query has it. */
export function canonicalizedResource(accountName: string, url: string): string {
  const slash = url.indexOf("/", 8);
  const query = url.indexOf("?", 8);
  const end = query < 0 ? url.length : query;
  const path = slash < 0 || slash > end ? "/" : url.slice(slash, end);
  const comp = /[?&]comp=([^&]*)/.exec(url.slice(end))?.[1];
  return comp === undefined ? `/${accountName}${path}` : `/${accountName}${path}?comp=${comp}`;
}

function readKey(accountKey: string): HmacSha256 {
  const text = typeof accountKey === "string" ? accountKey.trim() : "";
  if (!isAccountKey(text)) {
    throw new TableError("auth.invalid-key", "The account key is not base64. Copy it whole, with the = at its end.");
  }
  return new HmacSha256(Buffer.from(text, "base64"));
}

const blockBytes = 64;

/**
 * HMAC-SHA256 under one key, computed from two plain hashes as RFC 2104 defines it. `createHmac` would create a native object for every
 * signature, which takes longer and has to be garbage-collected. It would add 9% to the CPU time of single writes at concurrency 64
 * (packages/bench/choices.md).
 * @see https://www.rfc-editor.org/rfc/rfc2104
 */
export class HmacSha256 {
  readonly #hash = nodeCrypto().hash;
  /** Inner block of RFC 2104, the key XOR 0x36, followed by space for the text to sign. */
  #inner: Buffer = Buffer.alloc(1024);
  /** Outer block of RFC 2104, the key XOR 0x5c, followed by space for the inner hash. */
  readonly #outer: Buffer = Buffer.alloc(blockBytes + 32);

  constructor(key: Uint8Array) {
    const block = Buffer.alloc(blockBytes);
    block.set(key.length > blockBytes ? this.#hash("sha256", key, "buffer") : key);
    for (const [index, byte] of block.entries()) {
      this.#inner[index] = byte ^ 0x36;
      this.#outer[index] = byte ^ 0x5c;
    }
  }

  base64(text: string): string {
    const maxBytes = blockBytes + text.length * 3;
    if (maxBytes > this.#inner.length) this.#inner = Buffer.concat([this.#inner.subarray(0, blockBytes)], 2 * maxBytes);
    const end = blockBytes + this.#inner.write(text, blockBytes, "utf8");
    this.#outer.write(this.#hash("sha256", this.#inner.subarray(0, end), "binary"), blockBytes, "latin1");
    return this.#hash("sha256", this.#outer, "base64");
  }
}

/** Computes the HMAC-SHA256 of a text, in base64url. For signatures that are needed rarely, such as those of cursors. */
export function signText(key: string | Uint8Array, text: string): string {
  const bytes = typeof key === "string" ? Buffer.from(key) : key;
  return Buffer.from(new HmacSha256(bytes).base64(text), "base64").toString("base64url");
}

/** Returns whether two signatures are equal. It always takes the same time, so that an attacker cannot measure where they differ. */
export function isSameSignature(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && nodeCrypto().timingSafeEqual(a, b);
}
