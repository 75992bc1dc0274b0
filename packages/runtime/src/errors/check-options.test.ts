import { describe, expect, it } from "vitest";
import type { OptionKind, OptionKinds } from "./check-options.js";
import { checkCount, checkOptions, oneOf, requireOption, wholeNumber } from "./check-options.js";
import { TableError } from "./table-error.js";

interface Options {
  readonly signal?: object;
  readonly timeoutMs?: number;
  readonly onProgress?: () => void;
}

const known: OptionKinds<Options> = { signal: "signal", timeoutMs: "number", onProgress: "function" };
const check = (options: unknown) => checkOptions("bulk", options as object, known);

describe("options", () => {
  it("that exist are taken, undefined ones too, and so is none at all", () => {
    for (const options of [
      undefined,
      {},
      { timeoutMs: 5, signal: AbortSignal.timeout(1) },
      { signal: undefined, onProgress: undefined },
      Object.assign(Object.create({ inherited: 1 }) as object, { onProgress: () => undefined }),
    ]) {
      expect(() => check(options)).not.toThrow();
    }
  });

  it.each([
    [{ timeout: 5 }, 'There is no option "timeout" of bulk. Did you mean "timeoutMs"?'],
    [{ onprogress: 5 }, 'There is no option "onprogress" of bulk. Did you mean "onProgress"?'],
    [{ retries: undefined }, 'There is no option "retries" of bulk. The options are signal, timeoutMs, onProgress.'],
    [{ toString: 5 }, 'There is no option "toString" of bulk.'],
    [{ onProgress: 5 }, "The option onProgress of bulk is 5; it must be a function."],
    [{ signal: new AbortController() }, "such as controller.signal of an AbortController."],
    [{ signal: null }, "The option signal of bulk is null; it must be an AbortSignal"],
    [null, "Invalid options of bulk: expected an object, not null."],
    [5, "Invalid options of bulk: expected an object, not 5."],
    [AbortSignal.abort(), "of bulk: expected an object, such as { signal: controller.signal }, not an AbortSignal."],
    [[], "Invalid options of bulk: expected an object, not an array."],
    ["key", "Invalid options of bulk: expected an object, not a string."],
    [new Uint8Array(1), "Invalid options of bulk: expected an object, not Uint8Array(1)."],
    [{ signal: { addEventListener() {}, removeEventListener() {} } }, "it must be an AbortSignal"],
    [{ signal: { aborted: false, removeEventListener() {} } }, "it must be an AbortSignal"],
    [{ signal: { aborted: false, addEventListener() {} } }, "it must be an AbortSignal"],
  ])("%j are refused by name", (options, message) => {
    expect(() => check(options)).toThrow(expect.objectContaining({ code: "config.invalid-option" }));
    expect(() => check(options)).toThrow(message);
  });

  it.each<[OptionKind, unknown[], unknown[]]>([
    ["array", [[]], [{}, "text"]],
    ["boolean", [true, false], [0, "true"]],
    ["function", [() => 1], [{}]],
    ["number", [0, Number.NaN], ["5", 5n]],
    ["object", [{}], [[], null, new Uint8Array(1), "text"]],
    ["text", [""], [5, ["text"]]],
    ["date", [new Date(0)], [0, "2026-11-22", new Date(Number.NaN)]],
    [wholeNumber(1, 64), [1, 64], [0, 65, 1.5, Number.NaN, "5", null]],
    [wholeNumber(0), [0, Number.MAX_SAFE_INTEGER], [-1, Number.POSITIVE_INFINITY]],
    [oneOf("storage", "cosmos"), ["storage", "cosmos"], ["cosmo", "", null]],
    ["textOrBytes", ["", new Uint8Array(1)], [5, [1], new ArrayBuffer(1)]],
  ])("of the form %s are taken, and others are not", (form, right, wrong) => {
    const given = (value: unknown) => () => checkOptions("bulk", { option: value }, { option: form });
    for (const value of right) expect(given(value)).not.toThrow();
    for (const value of wrong) expect(given(value)).toThrow("The option option of bulk is");
  });

  it("of a number say that a string is one", () => {
    const message = 'The option size of pages is "5" (a string); it must be a whole number from 1 to 64.';
    expect(() => checkOptions("pages", { size: "5" }, { size: wholeNumber(1, 64) })).toThrow(message);
  });

  it("that may contain a password are not shown", () => {
    const form = { takes: "a URL", isSecret: true, fits: () => false };
    const given = (proxy: unknown) => () => checkOptions("the client", { proxy }, { proxy: form });
    expect(given("user:password")).toThrow("The option proxy of the client is another string; it must be a URL.");
    expect(given(5)).toThrow("The option proxy of the client is 5; it must be a URL.");
  });

  it("without a default are required", () => {
    expect(requireOption("deleteWhere", "max", { max: 0 })).toEqual({ max: 0 });
    for (const options of [undefined, {}, { max: undefined }]) {
      expect(() => requireOption<{ max?: number | undefined }>("deleteWhere", "max", options)).toThrow(
        expect.objectContaining({ code: "config.invalid-option", message: "deleteWhere needs the option max." }),
      );
    }
  });

  it("are refused with the code of their place", () => {
    const refused = () =>
      checkOptions<object & { expiresOn?: unknown }>(
        "a SAS",
        { expires: 1 } as object,
        { expiresOn: "date" },
        "administration.invalid",
      );
    expect(refused).toThrow(TableError);
    expect(refused).toThrow(expect.objectContaining({ code: "administration.invalid" }));
  });
});

it("forms of options have the options of their type, or do not compile", () => {
  interface Call {
    readonly timeoutMs?: number;
  }
  interface Bulk extends Call {
    readonly concurrency?: number;
  }
  const call: OptionKinds<Call> = { timeoutMs: "number" };
  const bulk: OptionKinds<Bulk> = { ...call, concurrency: "number" };
  // @ts-expect-error: the type has concurrency, the option kinds do not.
  const lacking: OptionKinds<Bulk> = { ...call };
  // @ts-expect-error: the option kinds have retries, the type does not.
  const excessive: OptionKinds<Bulk> = { ...call, concurrency: "number", retries: "number" };
  expect([bulk, lacking, excessive]).toHaveLength(3);
});

it.each([1, 5, 1000])("takes the count %i", (value) => {
  expect(() => checkCount("size", value, 1, 1000)).not.toThrow();
});

it.each([
  [0, "0"],
  [1001, "1001"],
  [1.5, "1.5"],
  [Number.NaN, "NaN"],
  ["5", '"5"'],
])("refuses the count %o of 1 to 1000", (value, shown) => {
  const message = `size is ${shown}; it must be a whole number from 1 to 1000.`;
  expect(() => checkCount("size", value as never, 1, 1000)).toThrow(
    expect.objectContaining({ code: "query.invalid-option", message }),
  );
});

it("names the least alone where there is no maximum", () => {
  const message = "attempts is 0; it must be a whole number of at least 1.";
  expect(() => checkCount("attempts", 0, 1)).toThrow(
    expect.objectContaining({ code: "query.invalid-option", message }),
  );
  expect(() => checkCount("attempts", Number.MAX_SAFE_INTEGER, 1)).not.toThrow();
});
