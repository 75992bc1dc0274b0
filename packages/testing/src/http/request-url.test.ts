import { describe, expect, it } from "vitest";
import { locate, parseQuery } from "./request-url.js";

const account = "acct";

describe("a URL of the strict service", () => {
  it.each([
    ["http://127.0.0.1:10002/acct/Shop()?$top=1", "http://127.0.0.1:10002/acct", "/Shop()", "$top=1", false],
    ["https://127.0.0.1/acct", "https://127.0.0.1/acct", "", "", false],
    ["http://[::1]:1/acct-secondary/Shop", "http://[::1]:1/acct-secondary", "/Shop", "", true],
    ["https://acct.table.core.windows.net/Shop", "https://acct.table.core.windows.net", "/Shop", "", false],
    ["https://acct-secondary.table.core.windows.net", "https://acct-secondary.table.core.windows.net", "/", "", true],
    ["https://tables.example.com/Shop?a=b?c", "https://tables.example.com", "/Shop", "a=b?c", false],
    ["https://localhost.example/Shop", "https://localhost.example", "/Shop", "", false],
    ["https://x10.0.0.1x/Shop", "https://x10.0.0.1x", "/Shop", "", false],
    ["https://my.localhost/Shop", "https://my.localhost", "/Shop", "", false],
  ])("%s is below %s", (url, endpoint, path, query, secondary) => {
    expect(locate(url, account)).toMatchObject({ endpoint, path, query, secondary, secure: url.startsWith("https") });
  });

  it("without an origin takes that of its base", () => {
    const found = locate("/acct/Shop", account, "https://127.0.0.1:10002/other");
    expect(found).toMatchObject({ endpoint: "https://127.0.0.1:10002/acct", path: "/Shop", secure: true });
    expect(locate("/acct/Shop", account)).toMatchObject({ endpoint: "/acct", secure: false });
    expect(locate("/acct/Shop", account, "x https://a.example")).toMatchObject({ endpoint: "/acct" });
  });

  it("keeps the whole path, which is signed", () => {
    expect(locate("http://127.0.0.1/acct/Shop%28%29?x", account).signedPath).toBe("/acct/Shop%28%29");
    expect(locate("https://acct.table.core.windows.net", account).signedPath).toBe("/");
  });

  it.each(["http://localhost/other/Shop", "http://127.0.0.1:10002/Shop", "http://[::1]:10002/", "https://10.0.0.1"])(
    "of a host without a name needs the account in its path: %s",
    (url) => {
      expect(() => locate(url, account)).toThrow(expect.objectContaining({ code: "ResourceNotFound" }));
    },
  );
});

describe("a query", () => {
  it.each<[string, [string, string][]]>([
    ["a=1&a=2", [["a", "1"]]],
    ["%24filter=a+eq+%27b%2Bc%27", [["$filter", "a eq 'b+c'"]]],
    [
      "a=b=c&d",
      [
        ["a", "b=c"],
        ["d", ""],
      ],
    ],
    ["", [["", ""]]],
  ])("%j has its parameters decoded, the first of each name", (text, found) => {
    expect([...parseQuery(text)]).toEqual(found);
  });

  it.each(["a=%", "%zz=1"])("%j is refused", (text) => {
    expect(() => parseQuery(text)).toThrow(expect.objectContaining({ code: "InvalidUri" }));
  });
});
