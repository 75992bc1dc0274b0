import type { SharedKeyCredential } from "../auth/shared-key.js";
import { checkOptions, type OptionKind, type OptionKinds } from "../errors/check-options.js";
import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import { percentEncode } from "../rest/request-url.js";

/** Service versions for which this package can generate a SAS. The text to sign differs between versions. */
export type SasVersion = "2019-02-02" | "2020-12-06";

/** Options that all kinds of SAS share: start time, IP address and protocol. */
export interface SasLimits {
  /** Start time. Default: now. Pass only a future time: if the service's clock is behind yours, it rejects a SAS that starts now. */
  readonly startsOn?: Date | undefined;
  /** IPv4 address that may use the signature, or a range of them: `10.0.0.1-10.0.0.9`. Default: any address. */
  readonly ip?: string | undefined;
  /** Allowed protocols. Default: both. Pass `"https"` unless the server is the emulator. */
  readonly protocol?: "https" | "https,http" | undefined;
}

/** Formats a time in whole seconds, the precision of the service. Returns an empty string if the date is undefined. */
export function sasTime(date: Date | undefined): string {
  return date === undefined ? "" : `${date.toISOString().slice(0, 19)}Z`;
}

/**
 * Checks permissions, and returns the letters of those that are granted.
 * @param letters the letter of each permission, in the order that the service requires
 */
export function permissionLetters<Name extends string>(
  permissions: Readonly<Partial<Record<Name, boolean | undefined>>>,
  letters: Readonly<Record<Name, string>>,
): string {
  const names = Object.keys(letters) as Name[];
  const kinds = Object.fromEntries(names.map((name) => [name, "boolean"])) as Record<Name, OptionKind>;
  checkOptions("permissions", permissions, kinds, "administration.invalid");
  return names.map((name) => (permissions[name] === true ? letters[name] : "")).join("");
}

const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}(?:-\d{1,3}(?:\.\d{1,3}){3})?$/;

export function sasAddress(ip: string | undefined): string {
  if (ip === undefined || ipv4.test(ip)) return ip ?? "";
  throw new TableError("administration.invalid", "ip must be an IPv4 address, or two joined by a hyphen.");
}

/**
 * Formats the fields of a SAS as a query string. Leaves out undefined and empty fields. Only the fields of a key range (`spk`, `srk`,
 * `epk`, `erk`) may be empty, because a key may be.
 */
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

/**
 * Checks the arguments of a function that generates a SAS.
 * @throws TableError `administration.invalid` if the credential has no account key, or an option is unknown or invalid
 */
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
