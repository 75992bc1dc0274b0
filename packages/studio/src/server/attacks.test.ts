import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ServedStudio, serveStudio } from "./serve-studio.js";

const files = new Map([["/", { body: Buffer.from("<!doctype html>page"), type: "text/html" }]]);
const calls = { rows: async () => ({ rows: ["secret"] }) };
const describeError = (error: unknown) => ({ code: "studio.defect", message: String(error) });

let studio: ServedStudio;
let port: number;
let token: string;

beforeEach(async () => {
  studio = await serveStudio(
    [0],
    () => files,
    (account) => (account === 0 ? calls : undefined),
    describeError,
  );
  const url = new URL(studio.url);
  port = Number(url.port);
  token = url.searchParams.get("token") ?? "";
});
afterEach(() => studio.close());

interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

function send(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
  body = "",
): Promise<Answer> {
  const named = { host: `127.0.0.1:${port}`, ...headers };
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", path, method, headers: named, setHost: false }, (response) => {
      void text(response).then((read) =>
        resolve({ status: response.statusCode, headers: response.headers, body: read }),
      );
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

async function enter(): Promise<string> {
  const { headers } = await send(`/?token=${token}`);
  return String(headers["set-cookie"]).split(";")[0] ?? "";
}

const origin = () => `http://127.0.0.1:${port}`;
const json = { "content-type": "application/json" };

describe("the way in", () => {
  it("exchanges the token for a cookie that scripts cannot read and other sites cannot send", async () => {
    const { status, headers } = await send(`/?token=${token}`);
    expect({ status, location: headers["location"] }).toEqual({ status: 303, location: "/" });
    expect(String(headers["set-cookie"])).toMatch(
      /^tablewright-studio-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=86400$/,
    );
    expect(String(headers["set-cookie"])).not.toContain(token);
  });

  it("works once: a second browser stays outside, the first comes back in", async () => {
    const cookie = await enter();
    expect((await send(`/?token=${token}`)).status).toBe(401);
    expect((await send(`/?token=${token}`, { cookie })).status).toBe(303);
    expect((await send("/", { cookie })).body).toContain("page");
  });

  it.each(["/", "/assets/index.js", "/api/rows", "/?token=", "/?token=wrong"])(
    "is closed at %s without a token",
    async (path) => {
      const { status, body } = await send(path);
      expect(status).toBe(401);
      expect(body).not.toContain("page");
    },
  );

  it("rejects a wrong cookie of the right length", async () => {
    const cookie = await enter();
    expect((await send("/", { cookie: `${cookie.slice(0, -1)}${cookie.endsWith("A") ? "B" : "A"}` })).status).toBe(401);
  });
});

describe("requests that another page makes a browser send", () => {
  it.each(["evil.example", "evil.example:80", "127.0.0.1", "", "127.0.0.1.evil.example"])(
    "are rejected under the Host %j, as after DNS rebinding",
    async (host) => {
      const cookie = await enter();
      expect((await send("/", { cookie, host })).status).toBe(403);
      expect((await send(`/?token=${token}`, { host })).status).toBe(403);
    },
  );

  it.each(["http://evil.example", "null", "http://127.0.0.1", "http://localhost:1"])(
    "are rejected from %s",
    async (foreign) => {
      const cookie = await enter();
      expect((await send("/api/rows", { cookie, origin: foreign, ...json }, "POST", "{}")).status).toBe(403);
      expect((await send("/", { cookie, origin: foreign })).status).toBe(403);
    },
  );

  it("are rejected without an Origin, as a form of an old browser sends them", async () => {
    const cookie = await enter();
    expect((await send("/api/rows", { cookie, ...json }, "POST", "{}")).status).toBe(403);
  });

  it.each(["cross-site", "same-site"])("are rejected where the browser says that they are %s", async (site) => {
    const cookie = await enter();
    const headers = { cookie, origin: origin(), "sec-fetch-site": site, ...json };
    expect((await send("/api/rows", headers, "POST", "{}")).status).toBe(403);
  });

  it("are rejected in a type that forms can send", async () => {
    const cookie = await enter();
    const headers = { cookie, origin: origin(), "content-type": "text/plain" };
    expect((await send("/api/rows", headers, "POST", "{}")).status).toBe(415);
  });
});

describe("a call of the page", () => {
  it("has its result", async () => {
    const cookie = await enter();
    const { status, body } = await send("/api/rows", { cookie, origin: origin(), ...json }, "POST", "{}");
    expect({ status, body }).toEqual({ status: 200, body: '{"rows":["secret"]}' });
  });

  it.each(["__proto__", "constructor", "toString", "nothing"])("named %s does not exist", async (name) => {
    const cookie = await enter();
    expect((await send(`/api/${name}`, { cookie, origin: origin(), ...json }, "POST", "{}")).status).toBe(404);
  });

  it.each(["", "[]", "null", "{", "1"])("rejects the argument %j", async (body) => {
    const cookie = await enter();
    expect((await send("/api/rows", { cookie, origin: origin(), ...json }, "POST", body)).status).toBe(400);
  });
});

it("has no file besides those of the page, whatever the path", async () => {
  const cookie = await enter();
  for (const path of ["/../package.json", "/%2e%2e/package.json", "//etc/passwd", "/assets/../../package.json"])
    expect((await send(path, { cookie })).status).toBe(404);
});

it("survives requests that no browser sends", async () => {
  for (const path of ["http://[", "//", "/?token=%", "/%00", `/${"a".repeat(8000)}`])
    await send(path).catch(() => undefined);
  const cookie = await enter();
  expect((await send("/", { cookie })).status).toBe(200);
});

it("forbids frames, inline scripts and other addresses in every response", async () => {
  for (const path of [`/?token=${token}`, "/", "/api/rows"]) {
    const { headers } = await send(path);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toContain("unsafe");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["cache-control"]).toBe("no-store");
  }
});
