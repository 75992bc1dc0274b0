import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createPipeline } from "../http/pipeline.js";
import { errorResponse, stubResponse, stubTransport } from "../test/account/stub-transport.js";
import { SasCredential } from "./sas-credential.js";

const url = "https://a.table.core.windows.net";
const sas = "sv=2019-02-02&tn=Shop&sp=r&se=2099-01-01T00%3A00%3A00Z&sig=a%2Bb%3D";

function build(credential: SasCredential, ...statuses: number[]) {
  const transport = stubTransport(...statuses.map((status) => errorResponse(status)));
  const pipeline = createPipeline(transport, { credential, url, kind: "storage" });
  const context = { operation: "queryEntities", table: "Shop", readOnly: true };
  const send = (path: string) => pipeline({ method: "GET", url: url + path, headers: [], context });
  return { send, urls: () => transport.requests.map((request) => request.url.slice(url.length)), transport };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("a shared access signature", () => {
  it("goes into the URL as it is, behind the query that is there", async () => {
    const { send, urls, transport } = build(new SasCredential(`?${sas}`), 200);
    await send("/Shop()");
    await send("/Shop()?$top=1");
    expect(urls()).toEqual([`/Shop()?${sas}`, `/Shop()?$top=1&${sas}`]);
    expect(transport.requests[0]?.headers).not.toContain("Authorization");
  });

  it.each([
    ["?sv=1&sig=a", "sv=1&sig=a"],
    [" sig=a\n", "sig=a"],
    ["sv=1&sig=a?b", "sv=1&sig=a?b"],
    ['sig=a%2B"~', 'sig=a%2B"~'],
  ])("%j is sent as %j", async (text, sent) => {
    const { send, urls } = build(new SasCredential(text), 200);
    await send("/Shop()");
    expect(urls()).toEqual([`/Shop()?${sent}`]);
  });

  it("can be replaced on a live client", async () => {
    const credential = new SasCredential(sas);
    const { send, urls } = build(credential, 200);
    credential.update("sv=1&sig=new");
    await send("/Shop()");
    expect(urls()).toEqual(["/Shop()?sv=1&sig=new"]);
  });

  it("comes from a provider once for many requests, and again ahead of its end", async () => {
    vi.useFakeTimers({ now: Date.parse("2026-01-01T00:00:00Z"), toFake: ["Date"] });
    let count = 0;
    const provider = async () => {
      count++;
      return `sv=1&se=${encodeURIComponent(new Date(Date.now() + 3_600_000).toISOString())}&sig=s${count}`;
    };
    const { send, urls } = build(new SasCredential(provider), 200);
    await Promise.all([send("/a"), send("/b")]);
    expect(count).toBe(1);
    vi.setSystemTime(Date.parse("2026-01-01T00:57:00Z"));
    await send("/c");
    await vi.waitFor(() => expect(count).toBe(2), 600_000);
    await send("/d");
    expect(urls().map((path) => path.slice(-2))).toEqual(["s1", "s1", "s1", "s2"]);
  });

  it("from a provider is asked for again after a refusal, once a minute at most", async () => {
    vi.useFakeTimers({ now: 0, toFake: ["Date"] });
    let count = 0;
    const { send, transport } = build(new SasCredential(async () => `sig=s${++count}`), 403);
    await send("/a");
    expect([count, transport.requests.length], "it was new").toEqual([1, 1]);
    vi.setSystemTime(61_000);
    expect((await send("/a")).status).toBe(403);
    expect([count, transport.requests.length]).toEqual([2, 3]);
  });

  it("from a provider is rejected for good while it is younger than a minute", async () => {
    vi.useFakeTimers({ now: 0, toFake: ["Date"] });
    const credential = new SasCredential(async () => "sig=a");
    const request = { method: "GET", url, headers: [] };
    await credential.authorize(request);
    const isWorthwhile = () => credential.challenged(errorResponse(403), request, Number.POSITIVE_INFINITY);
    vi.setSystemTime(59_999);
    expect(isWorthwhile()).toBe(false);
    vi.setSystemTime(60_000);
    expect(isWorthwhile()).toBe(true);
    expect(new SasCredential("sig=a").challenged(errorResponse(403), request, 0)).toBe(false);
  });

  it.each([
    ["se=1970-01-01T00%3A10%3A00Z&sig=a", true],
    ["sig=a&se=1970-01-01T00:10:00Z", true],
    ["sig=a&use=1970-01-01T00:10:00Z", false],
    ["sig=a&se=soon", false],
    ["sig=a&se=%zz", false],
    ["sig=a", false],
  ])("from a provider, %s, expires in ten minutes: %s", async (text, expires) => {
    vi.useFakeTimers({ now: 0, toFake: ["Date"] });
    const credential = new SasCredential(async () => text);
    const request = { method: "GET", url, headers: [] };
    await credential.authorize(request);
    vi.setSystemTime(599_999);
    expect(credential.authorize(request)).toMatchObject({ url: `${url}?${text}` });
    vi.setSystemTime(600_000);
    if (!expires) expect(credential.authorize(request)).toMatchObject({ url: `${url}?${text}` });
    else await expect(credential.authorize(request)).rejects.toMatchObject({ code: "auth.no-token" });
  });

  it("tells its secret part, so that errors can omit it, and that of the one before", async () => {
    const credential = new SasCredential("sv=1&sig=a%2Bb");
    credential.update("sig=c%zz&sv=1");
    credential.update("xsig=x&sig=d");
    expect(credential.secrets()).toEqual(["a+b", "c%zz", "d"]);
    const provided = new SasCredential(async () => "sv=1&sig=e%3D");
    expect(provided.secrets()).toEqual([]);
    await provided.authorize({ method: "GET", url, headers: [] });
    expect(provided.secrets()).toEqual(["e="]);
  });

  it("from a provider is changed under calls that were sent with the one before", async () => {
    vi.useFakeTimers({ now: 0, toFake: ["Date"] });
    let count = 0;
    const credential = new SasCredential(async () => `sig=s${++count}`);
    let refuseLate: () => void = () => undefined;
    const transport = stubTransport(
      stubResponse(200),
      errorResponse(403),
      () => new Promise((resolve) => (refuseLate = () => resolve(errorResponse(403)))),
      stubResponse(200),
    );
    const pipeline = createPipeline(transport, { credential, url, kind: "storage" });
    const send = () => pipeline({ method: "GET", url: `${url}/a`, headers: [] });
    await send();
    vi.setSystemTime(61_000);
    const calls = [send(), send()];
    expect((await calls[0])?.status).toBe(200);
    refuseLate();
    expect((await calls[1])?.status).toBe(200);
    expect(transport.requests.map((request) => request.url.slice(-2))).toEqual(["s1", "s1", "s1", "s2", "s2"]);
  });

  it.each([
    "",
    "?",
    "sv=2019-02-02",
    "sig=",
    "xsig=a",
    "sig=&sv=a",
    "sig=a b",
    "é&sig=a",
    "sig=a\r\nb",
    "sig=a#b",
    "sig=é",
  ])("that is none is refused, and not repeated: %j", async (text) => {
    const refused = expect.objectContaining({ code: "auth.invalid-token" });
    expect(() => new SasCredential(text)).toThrow(refused);
    const { send } = build(new SasCredential(async () => text), 200);
    await expect(send("/a")).rejects.toEqual(refused);
  });

  it("is kept from inspect and JSON", () => {
    const credential = new SasCredential(sas);
    expect(inspect(credential, { showHidden: true }) + JSON.stringify(credential)).not.toContain("a%2Bb");
  });

  it("of a provider cannot be replaced by hand", () => {
    const credential = new SasCredential(async () => sas);
    expect(() => credential.update(sas)).toThrow(expect.objectContaining({ code: "config.invalid-option" }));
  });
});
