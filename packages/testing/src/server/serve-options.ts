import { checkOptions, type OptionKind, type OptionKinds, optionKinds } from "../errors/check-options.js";
import type { TableService } from "../service/create-table-service.js";
import type { LoggedRequest } from "../service/request-log.js";
import { serviceOptionKinds, type TableServiceOptions } from "../service/service-options.js";

/** Options of {@link serveTableService}. */
export interface ServeOptions extends TableServiceOptions {
  /** Port to listen on. By default 0, which picks a free one. */
  readonly port?: number;
  /** Address to listen on. `127.0.0.1` by default. */
  readonly host?: string;
  /** Existing service to serve, instead of a new one with these options. */
  readonly service?: TableService;
  /** Services of more accounts to serve at the same port. The first segment of a request's path selects the account. */
  readonly others?: readonly TableService[];
  /** Certificate and key for HTTPS, both PEM. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /**
   * Lets other processes control the server at `/_tablewright/`, with a token. `true` generates the token. Accounts whose names begin
   * with `fresh` are then created on first use. Off by default.
   */
  readonly control?: boolean | { readonly token: string };
  /** Called after every response, with the milliseconds since the request arrived. */
  readonly onRequest?: (request: LoggedRequest, milliseconds: number) => void;
}

const port: OptionKind = {
  takes: "a port, from 0 to 65535",
  fits: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535,
};

/** Returns whether a value is an object that has exactly these properties, all of them strings. */
function hasTexts(value: unknown, ...names: readonly string[]): value is Readonly<Record<string, string>> {
  if (typeof value !== "object" || value === null) return false;
  const entries = Object.entries(value);
  return (
    entries.length === names.length &&
    entries.every(([name, text]) => names.includes(name) && optionKinds.text.fits(text))
  );
}

const certificate: OptionKind = {
  takes: "an object of a certificate and its key in PEM: { cert, key }",
  fits: (value) => hasTexts(value, "cert", "key"),
};

const controlForm: OptionKind = {
  takes: "true or an object with a token of 16 characters or more: { token }",
  fits: (value) => typeof value === "boolean" || (hasTexts(value, "token") && (value["token"] ?? "").length >= 16),
};

const services: OptionKind = {
  takes: "an array of services, as createTableService returns them",
  fits: (value) => Array.isArray(value) && value.every(optionKinds.callback.fits),
};

const ownOptionKinds: OptionKinds<Omit<ServeOptions, keyof TableServiceOptions>> = {
  port,
  host: optionKinds.text,
  service: optionKinds.callback,
  others: services,
  tls: certificate,
  control: controlForm,
  onRequest: optionKinds.callback,
};

/**
 * Checks all options and returns those for `createTableService`. Throws a TypeError if one of the returned options is set together with the
 * option `service`, because an existing service cannot take it.
 */
export function serviceOptions(options: ServeOptions): TableServiceOptions {
  checkOptions("serveTableService", options, { ...serviceOptionKinds, ...ownOptionKinds });
  const entries = Object.entries(options).filter(([name, value]) => name in serviceOptionKinds && value !== undefined);
  const [ignored] = entries;
  if (options.service !== undefined && ignored !== undefined) {
    const help = "Pass it to createTableService, which created the service.";
    throw new TypeError(`The option ${ignored[0]} of serveTableService has no effect together with service. ${help}`);
  }
  return Object.fromEntries(entries);
}
