import { describe, expect, it } from "vitest";
import { encodedCharacter, encodedRuns, escapeBefore } from "./encoded-text.js";

describe("one encoded character", () => {
  it.each([
    ["%2B", "+"],
    ["%2b", "+"],
    ["%252B", "+"],
    ["%2525252B", "+"],
    ["\\u002b", "+"],
    ["\\\\U002B", "+"],
    ["%5cu002b", "+"],
    ['\\"', '"'],
    ["\\/", "/"],
    ["&#43;", "+"],
    ["&#00043;", "+"],
    ["&#x2b;", "+"],
    ["&#X02B;", "+"],
    ["&amp;#43;", "+"],
    ["&lt;", "<"],
    ["&GT;", ">"],
    ["&quot;", '"'],
    ["&apos;", "'"],
    ["&amp;", "&"],
    ["&amp;amp;lt;", "<"],
  ])("%s is %s, wherever it is", (text, character) => {
    expect(encodedCharacter(text, 0)).toEqual({ character, end: text.length });
    expect(encodedCharacter(`ab${text}c`, 2)).toEqual({ character, end: 2 + text.length });
    expect(encodedCharacter(`ab${text}`, 1)).toBeUndefined();
  });

  it.each(["", "a", "%", "%2", "%zz", "\\n", "\\u12", "&nbsp;", "&#;", "&#x;", "&", "2B"])("is not %j", (text) => {
    expect(encodedCharacter(text, 0)).toBeUndefined();
  });
});

it.each([
  ["\\nabc", 1, "n"],
  ["\\u0041bc", 1, "u0041"],
  ["x\\tabc", 2, "t"],
  ["\\abc", 1, ""],
  ["nabc", 0, ""],
  ["xnabc", 1, ""],
])("a run in %s from position %d begins with the escape %j", (text, at, start) => {
  expect(escapeBefore(text, text.slice(at), at)).toBe(start);
});

it("runs of base64 are found from 12 characters on, encoded or not, with their padding", () => {
  const runsIn = (text: string) => [...text.matchAll(encodedRuns)].map(([run]) => run);
  const plain = "abcDEF123+/-_abc";
  expect(runsIn(`${"a".repeat(11)} ${plain}== ${encodeURIComponent(`${plain}==`)} \\u002b${plain}`)).toEqual([
    `${plain}==`,
    encodeURIComponent(`${plain}==`),
    `\\u002b${plain}`,
  ]);
});
