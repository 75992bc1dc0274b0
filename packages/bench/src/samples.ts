import type { ReadingInit } from "./tables.gen/index.js";

export const account = "devstoreaccount1";
export const accountKey = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

export const rowsPerPage = 1000;
export const rowsPerTransaction = 100;

const note = "Calibrated in the field; the cover was open for some minutes, so the next values may drift.";

/** The n-th reading of a device. Whoever reads or writes one, in whatever driver, has these values. */
export function sample(n: number, deviceId = "d1"): ReadingInit {
  const number = String(n).padStart(12, "0");
  return {
    deviceId,
    readingNo: n,
    takenAt: new Date(1_716_000_000_000 + n * 60_037),
    receivedAt: new Date(1_716_000_004_123 + n * 60_041),
    temperature: 12.25 + (n % 300) / 7,
    humidity: 0.5 + (n % 89) / 200,
    valid: n % 3 !== 0,
    sequence: 9_007_199_254_740_993n + BigInt(n),
    sensorId: `6f9619ff-8b86-4011-b42d-${number}`,
    signature: Uint8Array.from({ length: 16 }, (_, i) => (n * 31 + i * 7) & 255),
    unit: "degree Celsius",
    note,
  };
}

/** So many items, from the beginning again where there are no more. */
export function* repeated<T>(items: readonly T[], count: number): Generator<T, void> {
  for (let n = 0; n < count; n++) yield items[n % items.length] as T;
}

/** Distinct readings to write, in their order. */
export function samples(count: number): ReadingInit[] {
  return Array.from({ length: count }, (_, n) => sample(n));
}
