import { nearestName } from "../errors/nearest-name.js";
import { TableError } from "../errors/table-error.js";
import { type Endpoint, parseEndpoint } from "../http/endpoint.js";
import { isAccountKey, isAccountName } from "./shared-key.js";

/** Endpoint, account name and credential that were read from a connection string. */
export interface ConnectionSettings {
  readonly endpoint: Endpoint;
  readonly accountName: string | undefined;
  readonly credential:
    | { readonly kind: "shared-key"; readonly accountName: string; readonly accountKey: string }
    | { readonly kind: "sas"; readonly token: string };
}

/** Name and key of the emulator's account. They are the same on every machine. */
const emulatorAccount = {
  name: "devstoreaccount1",
  key: "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
} as const;

const azureSuffix = "core.windows.net";

/**
 * Parses a connection string in every format of the portal and the tools: with an account key, a shared access signature, or
 * `UseDevelopmentStorage`. The letter case of setting names does not matter, and unknown settings are ignored. Error messages never repeat
 * a value of the connection string.
 * @throws TableError `config.invalid-connection-string`
 * @see https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string
 */
export function parseConnectionString(text: string): ConnectionSettings {
  if (typeof text !== "string") throw invalid(`it is ${text === undefined ? "undefined" : "not a string"}`);
  const settings = readPairs(text);
  const mistake = misspelt(text, usedNames, maxTypos);
  if (mistake !== undefined) throw invalid(mistake);
  if (settings.get("usedevelopmentstorage")?.toLowerCase() === "true") {
    return emulator(settings.get("developmentstorageproxyuri"));
  }
  const accountName = settings.get("accountname");
  const accountKey = settings.get("accountkey");
  const sas = settings.get("sharedaccesssignature");
  if (accountName !== undefined) checkAccountName(accountName, settings);
  if (accountName === undefined && !settings.has("tableendpoint") && !settings.has("accountendpoint")) {
    const addresses = ["TableEndpoint", "AccountName"];
    throw invalid(`it has neither TableEndpoint nor AccountName${hint(text, addresses)}`);
  }
  const given = buildEndpoint(settings, accountName);
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
    throw invalid(`it has neither AccountKey nor SharedAccessSignature${hint(text, secrets)}`);
  }
  return { endpoint, accountName: accountName ?? endpoint.accountName, credential: { kind: "sas", token } };
}

/**
 * Checks the account name. Azure's own rule, 3 to 24 lower-case letters and digits, applies only if an Azure address is made from the name.
 * Emulators and custom domains may have other names.
 */
function checkAccountName(name: string, settings: ReadonlyMap<string, string>): void {
  if (!isAccountName(name)) {
    throw invalid("its AccountName is invalid; use only the name, without a URL or path");
  }
  const isOfAzure = !settings.has("tableendpoint") && /^core\./i.test(settings.get("endpointsuffix") ?? azureSuffix);
  if (isOfAzure && !/^[a-z0-9]{3,24}$/.test(name)) {
    const rule = "in Azure it has 3 to 24 lower-case letters and digits";
    throw invalid(`its AccountName is invalid; ${rule}`);
  }
}

const quote = "[\"'`‘’“”]";
const quoted = new RegExp(`^${quote}|=\\s*${quote}|${quote}\\s*;|${quote}$`);

/**
 * Rejects quotes that a file or a shell has left in a connection string. Also rejects a URL, or an unresolved reference to Key Vault, in
 * place of a connection string.
 */
function checkForm(text: string): void {
  if (quoted.test(text)) throw invalid("it has quotes in it; remove the quotes");
  if (/^@Microsoft\.(?:KeyVault|AppConfiguration)\(/i.test(text)) {
    const problem =
      "it is a Key Vault reference, which only App Service, Azure Functions and App Configuration resolve";
    throw invalid(
      `${problem}; there, allow the app's identity to read the secret, and elsewhere pass the connection string itself`,
    );
  }
  if (/^https?:/i.test(text)) throw invalid("it is a URL; pass that to new TableServiceClient(url, credential)");
}

/** Settings that the client uses, and whose values contain no whitespace. */
const plainNames = [
  "AccountName",
  "AccountKey",
  "SharedAccessSignature",
  "TableEndpoint",
  "TableSecondaryEndpoint",
  "EndpointSuffix",
];

const usedNames = [...plainNames, "DefaultEndpointsProtocol", "UseDevelopmentStorage", "DevelopmentStorageProxyUri"];

/** Names of settings for other services, such as `BlobEndpoint`. They are not reported as misspelt names. */
const foreignNames = /^(?:Account|(?:Blob|Queue|File|Dfs|Web)(?:Secondary)?)Endpoint$/i;

const knownNames = new Set(usedNames.map((name) => name.toLowerCase()));

function readPairs(given: string): Map<string, string> {
  const text = given.trim();
  checkForm(text);
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
  const broken = plainNames.find((name) => /\s/.test(settings.get(name.toLowerCase()) ?? ""));
  if (broken !== undefined) throw invalid(`its ${broken} has whitespace in it; remove it`);
  return settings;
}

function buildEndpoint(settings: ReadonlyMap<string, string>, accountName: string | undefined): Endpoint {
  const given = settings.get("tableendpoint");
  const protocol = settings.get("defaultendpointsprotocol")?.toLowerCase() ?? "https";
  if (protocol !== "https" && protocol !== "http")
    throw invalid("its DefaultEndpointsProtocol is neither http nor https");
  if (given === undefined && settings.has("accountendpoint")) {
    throw invalid("it belongs to another API of Cosmos DB; copy the one for Table, which has a TableEndpoint");
  }
  const suffix = settings.get("endpointsuffix") ?? azureSuffix;
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

/** Maximum number of wrong letters with which the name of a setting still counts as a misspelling of a known name. */
const maxTypos = 2;

/**
 * Returns a message about the first setting whose name is misspelt; undefined if there is none. It repeats a name only if it is close to a
 * known one, because any other text may be a key in the wrong place.
 */
function misspelt(text: string, wanted: readonly string[], maxEdits?: number): string | undefined {
  for (const pair of text.split(";")) {
    const name = pair.slice(0, Math.max(0, pair.indexOf("="))).trim();
    const isKnown = knownNames.has(name.toLowerCase()) || foreignNames.test(name);
    const nearest = isKnown ? undefined : nearestName(name, wanted, maxEdits);
    if (nearest !== undefined) {
      return `${JSON.stringify(name)} looks like a misspelt ${nearest}`;
    }
  }
  return undefined;
}

function hint(text: string, wanted: readonly string[]): string {
  const mistake = misspelt(text, wanted);
  return mistake === undefined ? "" : `; ${mistake}`;
}

function invalid(reason: string): TableError {
  return new TableError("config.invalid-connection-string", `The connection string cannot be used: ${reason}.`);
}
