import { randomId } from "../auth/random-id.js";

/** Address of an account of a test server: the content of a connection string. */
export interface AccountAddress {
  readonly account: string;
  readonly key: string;
  /** Origin of the server, e.g. `http://127.0.0.1:10002`. */
  readonly origin: string;
}

/** Names of the accounts that a test server creates on first use. */
export const freshAccountName: RegExp = /^fresh[a-z0-9]{1,19}$/;

/**
 * Parses a connection string.
 * @throws TypeError if the text does not contain AccountName, AccountKey and a TableEndpoint with http or https
 */
export function parseAddress(text: string | undefined): AccountAddress {
  const find = (name: string): string | undefined =>
    new RegExp(`(?:^|;)\\s*${name}=([^;]+)`, "i").exec(text ?? "")?.[1];
  const account = find("AccountName");
  const key = find("AccountKey");
  const origin = /^https?:\/\/[^/]+/.exec(find("TableEndpoint") ?? "")?.[0];
  if (account !== undefined && key !== undefined && origin !== undefined) return { account, key, origin };
  const help = 'Start one with "@tablewright/testing/global-setup", serveTableService or `npx tablewright serve`.';
  throw new TypeError(`This is not the connection string of a test server. ${help}`);
}

/** Formats the address of an account as a connection string. */
export function addressText({ account, key, origin }: AccountAddress): string {
  const protocol = origin.slice(0, origin.indexOf(":"));
  return `DefaultEndpointsProtocol=${protocol};AccountName=${account};AccountKey=${key};TableEndpoint=${origin}/${account};`;
}

/** Returns the address of a new account on the same server, with a random name. The server creates the account on first use. */
export function freshAddress(address: AccountAddress): AccountAddress {
  return { ...address, account: `fresh${randomId().replaceAll("-", "").slice(0, 19)}` };
}
