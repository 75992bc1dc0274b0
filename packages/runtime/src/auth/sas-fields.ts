import { checkOptions, type OptionKind, type OptionKinds } from "../errors/check-options.js";
import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import { percentEncode } from "../odata/query-string.js";
import type { SharedKeyCredential } from "./shared-key.js";

/** Versions whose signature format is known. */
export type SasVersion = "2019-02-02" | "2020-12-06";

/** Limits common to all kinds of SAS. */
export interface SasLimits {
  /** Start time. Default: now. Omit it unless it is in the future, since clocks differ. */
  readonly startsOn?: Date | undefined;
  /** IPv4 address, or two addresses with `-` between. */
  readonly ip?: string | undefined;
  /** Allowed protocols. Default: both. Pass `"https"` unless the server is the emulator. */
  readonly protocol?: "https" | "https,http" | undefined;
}

/** Formats a time in whole seconds, the precision of the service; empty without a date. */
export function sasTime(date: Date | undefined): string {
  return date === undefined ? "" : `${date.toISOString().slice(0, 19)}Z`;
}

const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}(?:-\d{1,3}(?:\.\d{1,3}){3})?$/;

export function sasAddress(ip: string | undefined): string {
  if (ip === undefined || ipv4.test(ip)) return ip ?? "";
  throw new TableError("administration.invalid", "ip must be an IPv4 address, or two with - between.");
}

/** Formats fields as a query string. Omits absent and empty fields, except an empty key of the range. */
export function sasQuery(fields: readonly (readonly [name: string, value: string | undefined])[]): string {
  return fields
    .filter(([name, value]) => value !== undefined && (value !== "" || isKey(name)))
    .map(([name, value]) => `${name}=${percentEncode(name, value ?? "")}`)
    .join("&");
}

function isKey(name: string): boolean {
  return name === "spk" || name === "srk" || name === "epk" || name === "erk";
}

export const sasLimitKinds: OptionKinds<SasLimits> = { startsOn: "date", ip: "text", protocol: "text" };

/** Checks credential and options. @throws TableError `administration.invalid` for a credential without account key, or unknown options */
export function checkSas(
  of: string,
  credential: SharedKeyCredential,
  options: object,
  known: Readonly<Record<string, OptionKind>>,
): void {
  if (typeof (credential as { readonly sign?: unknown } | null | undefined)?.sign !== "function") {
    throw new TableError(
      "administration.invalid",
      `${of} is signed by a SharedKeyCredential, not ${formatValue(credential)}.`,
    );
  }
  checkOptions(of, options ?? null, known, "administration.invalid");
}
