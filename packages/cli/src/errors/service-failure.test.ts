import { describe, expect, it } from "vitest";
import { InputError } from "./input-error.js";
import { loadOptional } from "./load-optional.js";
import { findExitCode, ServiceFailure, withoutSecrets } from "./service-failure.js";

it("the exit code is 1 for a bug, 2 for wrong input, and 4 for a failure of the service", () => {
  expect(findExitCode(undefined)).toBe(1);
  expect(findExitCode(new InputError("cli.usage", "no", "help"))).toBe(2);
  expect(findExitCode(new ServiceFailure("table.not-found", "no", "help"))).toBe(4);
});

it("a failure has the code, the message and the advice of its problem", () => {
  expect(new ServiceFailure("table.not-found", "no", "help")).toMatchObject({
    name: "ServiceFailure",
    code: "table.not-found",
    message: "no",
    help: "help",
  });
});

describe("secrets are removed from", () => {
  it.each([
    ["unknown option '--connection=abc;def'", "unknown option '--connection=…'"],
    ["-c=abc d\n--x=1", "-c=…\n--x=…"],
    ["a;AccountKey=abc==;b", "a;AccountKey=…;b"],
    ["a;accountkey=abc", "a;accountkey=…"],
    ["SharedAccessSignature=sv=1&sig=abc%3D", "SharedAccessSignature=…&sig=…"],
    ["https://x?sv=1&sig=abc%3D&se=2 'sig=x'", "https://x?sv=1&sig=…&se=2 'sig=…'"],
    ["a=b", "a=b"],
  ])("%j", (text, shown) => {
    expect(withoutSecrets(text)).toBe(shown);
  });
});

describe("an optional package", () => {
  const fail = (message: string, code?: string) => () =>
    Promise.reject(Object.assign(new Error(message), code === undefined ? {} : { code }));

  it("is loaded", async () => {
    expect(await loadOptional("sql", "@tablewright/sql", async () => 5)).toBe(5);
  });

  it("is asked for if it is not installed", async () => {
    const load = fail("Cannot find package '@tablewright/sql' imported from x", "ERR_MODULE_NOT_FOUND");
    await expect(loadOptional("sql", "@tablewright/sql", load)).rejects.toThrow(
      expect.objectContaining({
        code: "sql.not-installed",
        message: "`tablewright sql` needs @tablewright/sql, which is not installed.",
        help: "Run: npm i -D @tablewright/sql",
      }),
    );
  });

  it.each([
    ["Cannot find package 'other' imported from @tablewright/sql", "ERR_MODULE_NOT_FOUND"],
    ["Cannot find package '@tablewright/sql'", undefined],
  ])("fails with its own errors: %s", async (message, code) => {
    await expect(loadOptional("sql", "@tablewright/sql", fail(message, code))).rejects.toThrow(message);
  });
});
