import { describe, expect, it } from "vitest";
import { readJson } from "./read-json.js";

describe("the members of a JSON object", () => {
  it("have their kinds, and numbers their digits", () => {
    const text = '\ufeff{ "a" : "x\\u0041" ,"b":-1.50e+3, "c":true,"d":false,"e":null,"":0 }';
    expect(readJson(text)).toEqual([
      { name: "a", kind: "string", text: "xA" },
      { name: "b", kind: "number", text: "-1.50e+3" },
      { name: "c", kind: "boolean", value: true },
      { name: "d", kind: "boolean", value: false },
      { name: "e", kind: "null" },
      { name: "", kind: "number", text: "0" },
    ]);
    expect(readJson("{}")).toEqual([]);
  });

  it("are passed over where they are objects and arrays, whatever these hold", () => {
    const text = '{"a":{"b":[1,{"c":"}]"}],"d":{}},"e":[[],["\\"]"]],"f":1,"a":2}';
    expect(readJson(text).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      "a nested",
      "e nested",
      "f number",
      "a number",
    ]);
  });

  it.each(["", "5", "[]", "{", '{"a"}', '{"a":}', '{"a":1,}', '{,"a":1}', '{"a":1 "b":2}', '{"a":01}', '{"a":.5}'])(
    "are not those of %s",
    (text) => {
      expect(() => readJson(text)).toThrow(expect.objectContaining({ code: "InvalidInput" }));
    },
  );

  it.each(['{"a":1}x', '{"a":[1}', '{"a":{"b":"}', '{"a":"\n"}', '{"a":"\\x"}', '{"a":nul}', "{a:1}", '{"a":1}{}'])(
    "are not those of %j",
    (text) => {
      expect(() => readJson(text)).toThrow(expect.objectContaining({ code: "InvalidInput" }));
    },
  );
});
