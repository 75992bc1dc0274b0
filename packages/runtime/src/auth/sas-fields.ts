import { checkOptions, type OptionForm, type OptionForms } from "../errors/check-options.js";
import { show } from "../errors/show.js";
import { TableError } from "../errors/table-error.js";
import { percentEncode } from "../odata/percent-encode.js";
import type { SharedKeyCredential } from "./shared-key.js";

/** Versions whose form of a signature is known. */
export type SasVersion = "2019-02-02" | "2020-12-06";

/** What any SAS can be limited to. */
export interface SasLimits {
  /** Default: at once. Leave it out unless it lies ahead: clocks differ. */
  readonly startsOn?: Date | undefined;
  /** An IPv4 address, or two with `-` between. */
  readonly ip?: string | undefined;
  /** Default: both. Give `"https"` wherever the server is not the emulator. */
  readonly protocol?: "https" | "https,http" | undefined;
}

/** Seconds precision: what the service keeps. Empty where there is none. */
export function sasTime(name: string, date: Date | undefined): string {
  if (date === undefined) return "";
  if (!(date instanceof Date) || Number.isNaN(date.getTime())) {
    throw new TableError("administration.invalid", `${name} is ${show(date)}; it must be a valid Date.`);
  }
  return `${date.toISOString().slice(0, 19)}Z`;
}

const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}(?:-\d{1,3}(?:\.\d{1,3}){3})?$/;

export function sasAddress(ip: string | undefined): string {
  if (ip === undefined || ipv4.test(ip)) return ip ?? "";
  throw new TableError("administration.invalid", "ip must be an IPv4 address, or two with - between.");
}

/** Fields as a query; those that are empty or absent are left out, but an empty key of a range (`""`) is kept. */
export function sasQuery(fields: readonly (readonly [name: string, value: string | undefined])[]): string {
  return fields
    .filter(([name, value]) => value !== undefined && (value !== "" || isKey(name)))
    .map(([name, value]) => `${name}=${percentEncode(name, value ?? "")}`)
    .join("&");
}

function isKey(name: string): boolean {
  return name === "spk" || name === "srk" || name === "epk" || name === "erk";
}

export const sasLimitForms: OptionForms<SasLimits> = { startsOn: "any", ip: "text", protocol: "text" };

/** @throws TableError `administration.invalid` for another credential, and for options that do not exist */
export function checkSas(
  of: string,
  credential: SharedKeyCredential,
  options: object,
  known: Readonly<Record<string, OptionForm>>,
): void {
  if (typeof (credential as { readonly sign?: unknown } | null | undefined)?.sign !== "function") {
    throw new TableError(
      "administration.invalid",
      `${of} is signed by a SharedKeyCredential, not ${show(credential)}.`,
    );
  }
  checkOptions(of, options ?? null, known, "administration.invalid");
}
