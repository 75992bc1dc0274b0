import { describe, expect, it } from "vitest";
import { checkOptions, type OptionForms } from "./check-options.js";
import { TableError } from "./table-error.js";

interface Options {
  readonly signal?: object;
  readonly timeoutMs?: number;
  readonly onProgress?: () => void;
}

const known: OptionForms<Options> = { signal: "signal", timeoutMs: "any", onProgress: "function" };
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
  ])("%j are refused by name", (options, message) => {
    expect(() => check(options)).toThrow(expect.objectContaining({ code: "config.invalid-option" }));
    expect(() => check(options)).toThrow(message);
  });

  it("are refused with the code of their place", () => {
    const refused = () => checkOptions("a SAS", { expires: 1 }, { expiresOn: "any" }, "administration.invalid");
    expect(refused).toThrow(TableError);
    expect(refused).toThrow(expect.objectContaining({ code: "administration.invalid" }));
  });
});
