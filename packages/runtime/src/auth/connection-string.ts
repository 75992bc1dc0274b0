import { nearestName } from "../errors/nearest-name.js";
import { TableError } from "../errors/table-error.js";
import { type Endpoint, parseEndpoint } from "../odata/endpoint.js";
import { isAccountKey, isAccountName } from "./shared-key.js";

/** What a connection string says. */
export interface ConnectionSettings {
  readonly endpoint: Endpoint;
  readonly accountName: string | undefined;
  readonly credential:
    | { readonly kind: "shared-key"; readonly accountName: string; readonly accountKey: string }
    | { readonly kind: "sas"; readonly token: string };
}

/** The emulator's account, the same on every machine. */
const emulatorAccount = {
  name: "devstoreaccount1",
  key: "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
} as const;

/**
 * Parses a connection string in every form that the portal and the tools produce: names in any case, unknown names ignored,
 * `UseDevelopmentStorage`, account key, or shared access signature. No message repeats a value.
 * @throws TableError `config.invalid-connection-string`
 * @see https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string
 */
export function parseConnectionString(text: string): ConnectionSettings {
  if (typeof text !== "string") throw invalid(`it is ${text === undefined ? "undefined" : "not a string"}`);
  const settings = readPairs(text);
  if (settings.get("usedevelopmentstorage")?.toLowerCase() === "true") {
    return emulator(settings.get("developmentstorageproxyuri"));
  }
  const accountName = settings.get("accountname");
  const accountKey = settings.get("accountkey");
  const sas = settings.get("sharedaccesssignature");
  if (accountName !== undefined && !isAccountName(accountName)) {
    throw invalid("its AccountName is invalid; use only the name, such as myaccount, without a URL or path");
  }
  if (accountName === undefined && !settings.has("tableendpoint") && !settings.has("accountendpoint")) {
    const addresses = ["TableEndpoint", "AccountName"];
    throw invalid(`it has neither TableEndpoint nor AccountName${misspelt(text, addresses)}`);
  }
  const given = endpointOf(settings, accountName);
  const endpoint: Endpoint = { ...given, sas: undefined };
  if (accountKey !== undefined) {
    const name = accountName ?? endpoint.accountName;
    if (name === undefined) throw invalid("it has AccountKey but no AccountName");
    if (!isAccountKey(accountKey)) throw invalid("its AccountKey is not base64; copy it whole, with the = at its end");
    return { endpoint, accountName: name, credential: { kind: "shared-key", accountName: name, accountKey } };
  }
  const token = sas?.replace(/^\?/, "") ?? given.sas;
  if (token === undefined || token === "") {
    const secrets = ["AccountKey", "SharedAccessSignature"];
    throw invalid(`it has neither AccountKey nor SharedAccessSignature${misspelt(text, secrets)}`);
  }
  return { endpoint, accountName: accountName ?? endpoint.accountName, credential: { kind: "sas", token } };
}

function readPairs(text: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const pair of text.split(";")) {
    const equals = pair.indexOf("=");
    if (pair.trim() === "") continue;
    if (equals < 1) throw invalid("a part of it does not have the form Name=value");
    const name = pair.slice(0, equals).trim().toLowerCase();
    const value = pair.slice(equals + 1).trim();
    if (value !== "") settings.set(name, value);
  }
  if (settings.size === 0) throw invalid("it is empty");
  return settings;
}

function endpointOf(settings: ReadonlyMap<string, string>, accountName: string | undefined): Endpoint {
  const given = settings.get("tableendpoint");
  const protocol = settings.get("defaultendpointsprotocol")?.toLowerCase() ?? "https";
  if (protocol !== "https" && protocol !== "http")
    throw invalid("its DefaultEndpointsProtocol is neither http nor https");
  if (given === undefined && settings.has("accountendpoint")) {
    throw invalid("it belongs to another API of Cosmos DB; copy the one for Table, which has a TableEndpoint");
  }
  const suffix = settings.get("endpointsuffix") ?? "core.windows.net";
  const endpoint = endpointFrom(given ?? `${protocol}://${accountName}.table.${suffix}`, "TableEndpoint");
  const secondary = settings.get("tablesecondaryendpoint");
  if (secondary === undefined) return endpoint;
  return { ...endpoint, secondaryUrl: endpointFrom(secondary, "TableSecondaryEndpoint").url };
}

function endpointFrom(text: string, name: string): Endpoint {
  return parseEndpoint(text, (reason) => invalid(`its ${name} cannot be used: ${reason}`));
}

function emulator(proxyUri: string | undefined): ConnectionSettings {
  const origin = proxyUri === undefined ? "http://127.0.0.1" : proxyUri.replace(/\/+$/, "");
  const hasPort = /:\d+$/.test(origin);
  const endpoint = endpointFrom(
    `${origin}${hasPort ? "" : ":10002"}/${emulatorAccount.name}`,
    "DevelopmentStorageProxyUri",
  );
  return {
    endpoint,
    accountName: emulatorAccount.name,
    credential: { kind: "shared-key", accountName: emulatorAccount.name, accountKey: emulatorAccount.key },
  };
}

/** Names that are right as they are, some of them of other services. */
const known =
  /^(?:account(?:name|key|endpoint)|sharedaccesssignature|(?:table|blob|queue|file|dfs)(?:secondary)?endpoint)$/i;

/** Repeats a name only where it is close to a known one: anything else may be a key in the wrong place. */
function misspelt(text: string, wanted: readonly string[]): string {
  for (const pair of text.split(";")) {
    const name = pair.slice(0, Math.max(0, pair.indexOf("="))).trim();
    const nearest = known.test(name) ? undefined : nearestName(name, wanted);
    if (nearest !== undefined) {
      return `; ${JSON.stringify(name)} looks like a misspelt ${nearest}`;
    }
  }
  return "";
}

function invalid(reason: string): TableError {
  return new TableError("config.invalid-connection-string", `The connection string cannot be used: ${reason}.`);
}
