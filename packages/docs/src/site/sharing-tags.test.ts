import { expect, it } from "vitest";
import { sharingTags, sitemapOption } from "./sharing-tags.js";

const page = { relativePath: "guide/queries.md", description: "How to read rows." };

it("gives a page of a published site its canonical address and a card", () => {
  const tags = sharingTags(page, "Queries", "https://tablewright.example/");
  expect(tags).toContainEqual(["link", { rel: "canonical", href: "https://tablewright.example/guide/queries" }]);
  expect(tags).toContainEqual(["meta", { property: "og:image", content: "https://tablewright.example/card.png" }]);
  expect(tags).toContainEqual(["meta", { property: "og:description", content: "How to read rows." }]);
  const [canonical] = sharingTags({ ...page, relativePath: "index.md" }, "Home", "https://tablewright.example/");
  expect(canonical).toEqual(["link", { rel: "canonical", href: "https://tablewright.example/" }]);
});

it("gives a page of a site without an address its title and description alone", () => {
  const tags = JSON.stringify(sharingTags(page, "Queries", undefined));
  expect(tags).toContain("og:description");
  expect(tags).not.toMatch(/canonical|card\.png/);
});

it("writes a sitemap only if the site has an address", () => {
  expect(sitemapOption("https://tablewright.example/")).toEqual({
    sitemap: { hostname: "https://tablewright.example/" },
  });
  expect(sitemapOption(undefined)).toEqual({});
});
