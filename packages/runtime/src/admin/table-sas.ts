import type { SharedKeyCredential } from "../auth/shared-key.js";
import { checkOptions, type OptionKinds } from "../errors/check-options.js";
import { TableError } from "../errors/table-error.js";
import type { SasLimits, SasVersion } from "./sas-fields.js";
import { checkSas, permissionLetters, sasAddress, sasLimitKinds, sasQuery, sasTime } from "./sas-fields.js";

/** Permissions of a table SAS. An upsert needs `add` and `update`. */
export interface TableSasPermissions {
  readonly query?: boolean | undefined;
  readonly add?: boolean | undefined;
  readonly update?: boolean | undefined;
  readonly delete?: boolean | undefined;
}

/** First or last row of a key range, both inclusive. Rows are ordered by PartitionKey, then RowKey. */
export interface KeyBound {
  readonly partitionKey: string;
  readonly rowKey?: string | undefined;
}

export interface TableSasOptions extends SasLimits {
  /** Name of the table. */
  readonly table: string;
  /** Permissions, at least one. Required unless the stored access policy has them. */
  readonly permissions?: TableSasPermissions | undefined;
  /** Expiry time. Required unless the stored access policy has it. */
  readonly expiresOn?: Date | undefined;
  /** Id of a stored access policy, 1 to 64 characters. Revoking the policy revokes the signature. */
  readonly policy?: string | undefined;
  /** First row that the signature grants access to. Default: the table's first row. */
  readonly from?: KeyBound | undefined;
  /** Last row that the signature grants access to. Default: the table's last row. */
  readonly to?: KeyBound | undefined;
  /** Service version of the signature, `sv`. Default 2019-02-02. */
  readonly version?: SasVersion | undefined;
}

/** Letters of permissions, in the order that the service requires. */
const letters = { query: "r", add: "a", update: "u", delete: "d" } as const;

export const keyBoundKinds: OptionKinds<KeyBound> = { partitionKey: "text", rowKey: "text" };

/** Expected types of the options that a table SAS and a user delegation SAS share. */
export const rowSasOptionKinds: OptionKinds<Omit<TableSasOptions, "policy" | "version">> = {
  ...sasLimitKinds,
  table: "text",
  permissions: "object",
  expiresOn: "date",
  from: "object",
  to: "object",
};

const tableSasOptionKinds: OptionKinds<TableSasOptions> = { ...rowSasOptionKinds, policy: "text", version: "text" };

/**
 * Generates a shared access signature for the rows of one table, as a query string without the leading `?`. Sends no request.
 * @throws TableError `administration.invalid` for a missing or invalid option
 * @see https://learn.microsoft.com/rest/api/storageservices/create-service-sas
 */
export function tableSas(credential: SharedKeyCredential, options: TableSasOptions): string {
  checkSas("A table SAS", credential, options, tableSasOptionKinds);
  const { policy, from, to, table } = options;
  for (const bound of [from, to]) checkOptions("a key bound", bound, keyBoundKinds, "administration.invalid");
  if (table === undefined) throw new TableError("administration.invalid", "A table SAS needs the table's name.");
  const sp = options.permissions === undefined ? "" : tablePermissionLetters(options.permissions);
  const se = sasTime(options.expiresOn);
  if (policy === undefined && (sp === "" || se === "")) {
    throw new TableError(
      "administration.invalid",
      "A table SAS without a stored policy needs permissions and expiresOn.",
    );
  }
  if (policy !== undefined && (policy === "" || policy.length > 64)) {
    throw new TableError("administration.invalid", `policy has ${policy.length} characters, but an Id has 1 to 64.`);
  }
  const sv = options.version ?? "2019-02-02";
  const st = sasTime(options.startsOn);
  const sip = sasAddress(options.ip);
  const spr = options.protocol ?? "";
  const spk = from?.partitionKey;
  const srk = from?.rowKey;
  const epk = to?.partitionKey;
  const erk = to?.rowKey;
  const resource = `/table/${credential.accountName}/${table.toLowerCase()}`;
  // Each field is a line of the text to sign. The line of an absent field is empty.
  const signature = credential.sign([sp, st, se, resource, policy, sip, spr, sv, spk, srk, epk, erk].join("\n"));
  return sasQuery([
    ["sv", sv],
    ["spr", spr],
    ["st", st],
    ["se", se],
    ["sip", sip],
    ["si", policy],
    ["sp", sp],
    ["sig", signature],
    ["tn", table],
    ["srk", srk],
    ["spk", spk],
    ["epk", epk],
    ["erk", erk],
  ]);
}

export function tablePermissionLetters(permissions: TableSasPermissions): string {
  return permissionLetters(permissions, letters);
}
