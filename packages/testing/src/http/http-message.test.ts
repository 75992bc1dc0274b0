import { describe, expect, it } from "vitest";
import { ServiceError } from "../errors/service-error.js";
import { bodyText, type HttpRequest, headerFields, textOf } from "./http-message.js";

const request = (body?: string | Uint8Array): HttpRequest => ({ method: "POST", url: "/", headers: [], body });
const none = headerFields([]);
const tooLarge = new ServiceError("RequestBodyTooLarge");

describe("header fields", () => {
  it("are found by lower-case name, and the first of equal names counts", () => {
    const fields = headerFields(["Content-Length", "5", "ETAG", "a", "etag", "b", "x", ""]);
    expect([...fields]).toEqual([
      ["content-length", "5"],
      ["etag", "a"],
      ["x", ""],
    ]);
  });

  it("leave out a name without a value", () => {
    expect([...headerFields(["a", "1", "b"])]).toEqual([["a", "1"]]);
    expect([...headerFields([])]).toEqual([]);
  });
});

describe("the text of a body", () => {
  it("is that of a string, of bytes in UTF-8, and empty where there is none", () => {
    expect(textOf(request("größe"))).toBe("größe");
    expect(textOf(request(Buffer.from("größe 名前")))).toBe("größe 名前");
    expect(textOf(request())).toBe("");
  });

  it("is of the bytes of a view alone", () => {
    const whole = Buffer.from("secret{body}secret");
    const view = new Uint8Array(whole.buffer, whole.byteOffset + 6, 6);
    expect([textOf(request(view)), bodyText(request(view), none, 6)]).toEqual(["{body}", "{body}"]);
  });

  it.each<[string, (text: string) => string | Uint8Array]>([
    ["a string", (text) => text],
    ["bytes", (text) => Buffer.from(text)],
  ])("has at most as many bytes as the limit, as %s", (_, bodyOf) => {
    expect(bodyText(request(bodyOf("ääää")), none, 8)).toBe("ääää");
    expect(() => bodyText(request(bodyOf("äääää")), none, 9)).toThrow(tooLarge);
  });

  it("is refused for what Content-Length says, before the body is looked at", () => {
    const long = (length: string) => headerFields(["content-length", length]);
    expect(bodyText(request("abc"), long("8"), 8)).toBe("abc");
    expect(() => bodyText(request("abc"), long("9"), 8)).toThrow(tooLarge);
  });
});
