import type { Environment } from "../account/environment.js";
import { parseDateTime, ticksOfMilliseconds } from "../edm/date-time.js";
import { ServiceError } from "../errors/service-error.js";
import type { AccessPolicy } from "../xml/access-policies.js";
import type { Grant } from "./grant.js";
import { sameSignature, sign } from "./shared-key.js";

type Query = ReadonlyMap<string, string>;

/**
 * Checks the SAS in the query of a URL and returns the permissions that it grants. It is a table SAS if it names a table (`tn`), otherwise
 * an account SAS.
 */
export function sasGrant(query: Query, environment: Environment, secure: boolean): Grant {
  const version = query.get("sv") ?? "";
  const text = query.has("tn") ? tableText(query, version, environment) : accountText(query, version, environment);
  if (!sameSignature(sign(environment.key, text), query.get("sig") ?? "")) throw failed();
  const policy = storedPolicy(query, environment);
  const permissions = either("permission", query.get("sp"), policy?.permission) ?? "";
  checkTime(
    either("start", query.get("st"), policy?.start),
    either("expiry", query.get("se"), policy?.expiry),
    environment,
  );
  if (query.get("spr") === "https" && !secure) throw new ServiceError("AuthorizationProtocolMismatch");
  const addresses = query.get("sip");
  if (addresses !== undefined && !includesLoopback(addresses)) throw new ServiceError("AuthorizationSourceIPMismatch");
  const table = query.get("tn");
  if (table === undefined) {
    if (!query.get("ss")?.includes("t")) throw new ServiceError("AuthorizationServiceMismatch");
    return { kind: "account-sas", permissions, resourceTypes: query.get("srt") ?? "" };
  }
  const bounds = {
    startPartitionKey: query.get("spk"),
    startRowKey: query.get("srk"),
    endPartitionKey: query.get("epk"),
    endRowKey: query.get("erk"),
  };
  return { kind: "table-sas", table: table.toLowerCase(), permissions, bounds };
}

/**
 * Builds the string to sign of a table SAS.
 * https://learn.microsoft.com/rest/api/storageservices/create-service-sas
 */
function tableText(query: Query, version: string, { account }: Environment): string {
  const field = (name: string): string => query.get(name) ?? "";
  const prefix = version >= "2015-02-21" ? "/table" : "";
  return [
    ...["sp", "st", "se"].map(field),
    `${prefix}/${account}/${field("tn").toLowerCase()}`,
    field("si"),
    ...(version >= "2015-04-05" ? ["sip", "spr"].map(field) : []),
    ...["sv", "spk", "srk", "epk", "erk"].map(field),
  ].join("\n");
}

/**
 * Builds the string to sign of an account SAS.
 * https://learn.microsoft.com/rest/api/storageservices/create-account-sas
 */
function accountText(query: Query, version: string, { account }: Environment): string {
  const names = ["sp", "ss", "srt", "st", "se", "sip", "spr", "sv", ...(version >= "2020-12-06" ? ["ses"] : [])];
  return `${[account, ...names.map((name) => query.get(name) ?? "")].join("\n")}\n`;
}

function storedPolicy(query: Query, { store }: Environment): AccessPolicy | undefined {
  const id = query.get("si");
  if (id === undefined) return undefined;
  const policy = store.find(query.get("tn") ?? "")?.accessPolicies.find((candidate) => candidate.id === id);
  if (policy === undefined) throw failed();
  return policy;
}

/**
 * Returns the value of a field, from the SAS or from its stored access policy; undefined if neither sets it. Rejects a field that both set.
 */
function either(name: string, token: string | undefined, policy: string | undefined): string | undefined {
  if (token !== undefined && policy !== undefined) {
    throw new ServiceError(
      "InvalidQueryParameterValue",
      `The ${name} is set both by the token and by the stored access policy. Set it in one of them.`,
    );
  }
  return token ?? policy;
}

function checkTime(start: string | undefined, expiry: string | undefined, { clock }: Environment): void {
  const now = ticksOfMilliseconds(clock.now());
  const from = start === undefined ? 0n : parseDateTime(start);
  const until = expiry === undefined ? undefined : parseDateTime(expiry);
  if (from === undefined || until === undefined || from > now || until <= now) throw failed();
}

/** Returns whether an IP range (`sip`) includes 127.0.0.1, the address from which every request to this service counts as sent. */
function includesLoopback(range: string): boolean {
  const number = (address: string): number =>
    address
      .split(".")
      .map(Number)
      .reduce((value, part) => value * 256 + part);
  const [from = "", to = from] = range.split("-");
  const loopback = number("127.0.0.1");
  return number(from) <= loopback && loopback <= number(to);
}

function failed(): ServiceError {
  return new ServiceError("AuthenticationFailed");
}
