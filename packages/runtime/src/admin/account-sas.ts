import type { SharedKeyCredential } from "../auth/shared-key.js";
import type { OptionKinds } from "../errors/check-options.js";
import { TableError } from "../errors/table-error.js";
import type { SasLimits, SasVersion } from "./sas-fields.js";
import { checkSas, permissionLetters, sasAddress, sasLimitKinds, sasQuery, sasTime } from "./sas-fields.js";

/**
 * Permissions of an account SAS, each false by default. `read`: rows and service properties; `write`: service properties and tables;
 * `delete`: rows and tables; `list`: tables; `add`, `update`: rows; `create`: tables.
 */
export interface AccountSasPermissions {
  readonly read?: boolean | undefined;
  readonly write?: boolean | undefined;
  readonly delete?: boolean | undefined;
  readonly list?: boolean | undefined;
  readonly add?: boolean | undefined;
  readonly create?: boolean | undefined;
  readonly update?: boolean | undefined;
  /** Permission to process messages of queues. It has no effect on tables. */
  readonly process?: boolean | undefined;
}

export interface AccountSasOptions extends SasLimits {
  /** Permissions, at least one. */
  readonly permissions: AccountSasPermissions;
  /** Resources that the signature applies to: `s` the service, `c` its tables, `o` their rows. At least one. Default all three. */
  readonly resourceTypes?: readonly ("s" | "c" | "o")[] | undefined;
  /** Services that the signature applies to: `t` tables, `b` blobs, `q` queues, `f` files. At least one. Default `t`. */
  readonly services?: readonly ("b" | "t" | "q" | "f")[] | undefined;
  /** Expiry time, in whole seconds. */
  readonly expiresOn: Date;
  /** Service version of the signature, `sv`. Default 2019-02-02. */
  readonly version?: SasVersion | undefined;
}

/** Letters of permissions, in the order that the service requires. */
const letters: Readonly<Record<keyof AccountSasPermissions, string>> = {
  read: "r",
  write: "w",
  delete: "d",
  list: "l",
  add: "a",
  create: "c",
  update: "u",
  process: "p",
};

const accountSasOptionKinds: OptionKinds<AccountSasOptions> = {
  ...sasLimitKinds,
  permissions: "object",
  resourceTypes: "array",
  services: "array",
  expiresOn: "date",
  version: "text",
};

/**
 * Generates a shared access signature for an account, as a query string without the leading `?`. Sends no request.
 * @throws TableError `administration.invalid` for a missing or invalid option
 * @see https://learn.microsoft.com/rest/api/storageservices/create-account-sas
 */
export function accountSas(credential: SharedKeyCredential, options: AccountSasOptions): string {
  checkSas("An account SAS", credential, options, accountSasOptionKinds);
  const { permissions = {} } = options;
  const sp = permissionLetters(permissions, letters);
  if (sp === "") throw new TableError("administration.invalid", "An account SAS needs at least one permission.");
  const ss = inOrder("btqf", options.services ?? ["t"]);
  const srt = inOrder("sco", options.resourceTypes ?? ["s", "c", "o"]);
  if (ss === "" || srt === "") {
    throw new TableError("administration.invalid", "An account SAS needs at least one service and one resource type.");
  }
  const sv = options.version ?? "2019-02-02";
  const st = sasTime(options.startsOn);
  const se = sasTime(options.expiresOn);
  if (se === "") throw new TableError("administration.invalid", "An account SAS needs expiresOn.");
  const sip = sasAddress(options.ip);
  const spr = options.protocol ?? "";
  const lines = [credential.accountName, sp, ss, srt, st, se, sip, spr, sv];
  // From version 2020-12-06 on, the string to sign ends with a line for the encryption scope. It is empty, because tables have none.
  if (sv >= "2020-12-06") lines.push("");
  const sig = credential.sign(`${lines.join("\n")}\n`);
  return sasQuery([
    ["sv", sv],
    ["ss", ss],
    ["srt", srt],
    ["spr", spr],
    ["st", st],
    ["se", se],
    ["sip", sip],
    ["sp", sp],
    ["sig", sig],
  ]);
}

function inOrder(order: string, wanted: readonly string[]): string {
  return [...order].filter((letter) => wanted.includes(letter)).join("");
}
