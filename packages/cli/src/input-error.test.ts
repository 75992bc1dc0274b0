import { describe, expect, it } from "vitest";
import { InputError, inputErrorOf } from "./input-error.js";

describe("inputErrorOf", () => {
  const refusal = (syscall: string) => Object.assign(new Error("no"), { code: "ENOSPC", syscall });

  it("says what to do about what the file system refuses", () => {
    expect(inputErrorOf(refusal("write"))?.help).toContain("the disk is not full");
    expect(inputErrorOf(refusal("watch"))?.help).toContain("max_user_watches");
  });

  it("leaves errors of the user's as they are, and is nothing for a defect", () => {
    const error = new InputError("cli.usage", "no", "help");
    expect(inputErrorOf(error)).toBe(error);
    expect(inputErrorOf(new TypeError("boom"))).toBeUndefined();
  });
});
