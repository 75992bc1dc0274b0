import { expect } from "vitest";
import { adoptCode } from "./adopt-files.js";

const declared = `declare const id: string, s: string, other: string; declare const n: number; declare const at: Date; declare const big: bigint; declare const anything: any;
declare function encode(text: string): string; declare function randomUUID(): string; declare function uuidFactory(): string;\n`;

/** Returns the draft for a program that inserts one entity with these members, and expects no problems of the draft. */
export function draftOf(members: string): string {
  const [draft] = adoptCode(`${declared}client.createEntity({ ${members} });`).drafts;
  expect(draft?.problems).toEqual([]);
  return draft?.text ?? "";
}
