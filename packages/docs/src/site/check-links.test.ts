import { expect, it } from "vitest";
import { brokenLinks } from "./check-links.js";

const page = (body: string) => `<html><head><script>"<a href='/no'>"</script></head><body>${body}</body></html>`;
const check = (body: string) =>
  brokenLinks(
    new Map([
      ["guide/keys.html", page(body)],
      ["index.html", page('<h2 id="a-b">A b</h2>')],
      ["api/index.html", page("")],
      ["assets/x.svg", undefined],
    ]),
  );

it.each([
  '<a href="/">first</a>',
  '<a class="x" href="/#a-b">anchor</a>',
  '<a href="../index#a-b">relative</a>',
  '<a href="/api/">folder</a>',
  '<img alt="x" src="/assets/x.svg">',
  '<h1 id="own"></h1><a href="#own">own</a>',
  '<a href="https://example.org/none">elsewhere</a>',
])("accepts %s", (body) => {
  expect(check(body)).toEqual([]);
});

it.each([
  ['<a href="/none">', "guide/keys.html: /none leads to no file of the site."],
  ['<a href="./queries">', "guide/keys.html: ./queries leads to no file of the site."],
  ['<img src="/assets/y.svg">', "guide/keys.html: /assets/y.svg leads to no file of the site."],
  ['<a href="/#b">', "guide/keys.html: /#b names an anchor that index.html does not have."],
  ['<a href="#none">', "guide/keys.html: #none names an anchor that guide/keys.html does not have."],
])("reports %s", (body, problem) => {
  expect(check(body)).toEqual([problem]);
});
