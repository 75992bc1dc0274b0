import { expect } from "vitest";
import type { RawResponse } from "./raw-client.js";

/** Expects the service to reject with this status and code. A failure shows the body. */
export async function expectRefusal(response: Promise<RawResponse>, status: number, code: string): Promise<void> {
  const { status: got, code: gotCode, text } = await response;
  expect({ status: got, code: gotCode }, text).toEqual({ status, code });
}
