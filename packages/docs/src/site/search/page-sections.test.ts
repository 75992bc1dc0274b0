import { expect, it } from "vitest";
import { pageSections, writeWords } from "./page-sections.js";

const anchor = '<a class="header-anchor" href="#x" aria-label="Permalink">&#8203;</a>';
const html = `<h1 id="keys" tabindex="-1">Keys ${anchor}</h1><p>Text with <code>a &lt; b</code>.</p>
<h2 id="a-b" tabindex="-1">A &amp; b ${anchor}</h2><pre>const a = &quot;x&quot;;</pre>`;

it("divides a page at its headings, with the words of its front matter", () => {
  const words = writeWords({ keys: "primary key", "a-b": "one -- two" });
  expect(pageSections("a.md", html + words)).toEqual([
    { anchor: "keys", titles: ["Keys"], text: "Text with a < b .\u0001primary key" },
    { anchor: "a-b", titles: ["Keys", "A & b"], text: 'const a = "x";\u0001one -- two' },
  ]);
});

it("keeps the parameters of a member of the API reference with it", () => {
  const page = '<h3 id="get">get()</h3><p>Reads.</p><h4 id="parameters">Parameters</h4><p>key</p>';
  expect(pageSections("/pages/api/runtime.md", page)).toEqual([
    { anchor: "get", titles: ["get()"], text: "Reads. Parameters key\u0001" },
  ]);
});

it("rejects words for a heading that the page lacks", () => {
  expect(() => pageSections("a.md", html + writeWords({ none: "word" }))).toThrow(
    "a.md has search words for headings that it lacks: none",
  );
});
