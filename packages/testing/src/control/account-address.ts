/** Account of a server, as a connection string describes it. */
export interface AccountAddress {
  readonly account: string;
  readonly key: string;
  /** Origin of the server, e.g. `http://127.0.0.1:10002`. */
  readonly origin: string;
}

/** Pattern of account names that a server creates on first use. */
export const freshAccountName: RegExp = /^fresh[a-z0-9]{1,19}$/;

/** @throws TypeError if the text is not a connection string of a server of this package */
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

/** Returns the connection string of another account of the same server. */
export function addressText({ account, key, origin }: AccountAddress): string {
  const protocol = origin.slice(0, origin.indexOf(":"));
  return `DefaultEndpointsProtocol=${protocol};AccountName=${account};AccountKey=${key};TableEndpoint=${origin}/${account};`;
}

/** Returns an address that nothing else uses. The server creates the account on first use. */
export function freshAddress(address: AccountAddress): AccountAddress {
  return { ...address, account: `fresh${crypto.randomUUID().replaceAll("-", "").slice(0, 19)}` };
}
