import { describe, expect, it } from "vitest";
import { findFormat } from "./find-format.js";

const times = ["2026-11-22T10:04:05.1234567Z", "2025-03-07T23:59:48.7654321Z"];

describe("the format of texts that contain times", () => {
  it.each([
    ["yyyy", "2026", "2025"],
    ["yyyyMMdd", "20261122", "20250307"],
    ["dd.MM.yyyy", "22.11.2026", "07.03.2025"],
    ["MM/dd/yyyy HH", "11/22/2026 10", "03/07/2025 23"],
    ["yyyy-MM-dd'T'HH:mm:ss.fff'Z'", "2026-11-22T10:04:05.123Z", "2025-03-07T23:59:48.765Z"],
    ["yyyyMMddHHmmssfffffff", "202611221004051234567", "202503072359487654321"],
    ["yyyyMMddHHmmssff", "2026112210040512", "2025030723594876"],
    ["yyyyMMddHHmmssf", "202611221004051", "202503072359487"],
    ["yyyy''''MM", "2026'11", "2025'03"],
    ["HHmmss", "100405", "235948"],
    ["mmssff", "040512", "594876"],
  ])("is %s for %s", (format, ...texts) => {
    expect(findFormat(times, texts)).toBe(format);
  });

  it("has its fields from large to small where several formats match", () => {
    const sameDigits = ["2026-05-05T05:05:05.0000000Z", "2026-06-06T06:06:06.0000000Z"];
    expect(findFormat(sameDigits, ["2026050505", "2026060606"])).toBe("yyyyMMddHH");
    expect(findFormat(sameDigits, ["05052026", "06062026"])).toBe("MMddyyyy");
    const yearsOfDays = ["1010-10-10T10:00:00.0000000Z", "1111-11-11T11:00:00.0000000Z"];
    expect(findFormat(yearsOfDays, ["1010", "1111"])).toBe("yyyy");
  });

  it.each([
    ["empty", "", ""],
    ["of different lengths", "2026", "2025-03"],
    ["with a number that is no field", "12026", "12025"],
    ["with a word", "2026at11", "2025at03"],
    ["with a constant that differs", "2026-11", "2025/03"],
    ["with a field that occurs twice", "20262026", "20252025"],
    ["with too few digits and no year", "10:04", "23:59"],
    ["with five digits and no year", "05123", "48765"],
    ["without the field between two others", "202622", "202507"],
    ["without the field between two others, and without a year", "111004", "032359"],
    ["of another time", "2026", "2026"],
  ])("is none for texts %s", (_, ...texts) => {
    expect(findFormat(times, texts)).toBeUndefined();
  });

  it("is none without a year where all fields but one small one are zero", () => {
    const midnights = ["2026-12-01T00:00:00.0000000Z", "2026-12-02T00:00:00.0000000Z", "2026-12-03T00:00:00.0000000Z"];
    expect(findFormat(midnights, ["000001", "000002", "000003"])).toBeUndefined();
    expect(findFormat(midnights, ["20261201000000", "20261202000000", "20261203000000"])).toBe("yyyyMMddHHmmss");
  });

  it("is none without texts", () => {
    expect(findFormat([], [])).toBeUndefined();
  });
});
