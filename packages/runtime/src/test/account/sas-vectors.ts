import type { AccountSasOptions } from "../../admin/account-sas.js";
import type { TableSasOptions } from "../../admin/table-sas.js";
import type { testKeys } from "./shared-key-vectors.js";

export interface SasVector<Options> {
  readonly name: string;
  readonly account: keyof typeof testKeys;
  readonly options: Options;
  readonly token: string;
}

export const tableSasVectors: readonly SasVector<TableSasOptions>[] = [
  {
    name: "read only, minimal",
    account: "devstoreaccount1",
    options: { table: "SasTable", permissions: { query: true }, expiresOn: new Date("2099-01-01T00:00:00Z") },
    token:
      "sv=2019-02-02&se=2099-01-01T00%3A00%3A00Z&sp=r&sig=sRML%2Fh1%2FQcOXzaGR9Hl9Vqb53IbnqxmjqNYCtJszZQY%3D&tn=SasTable",
  },
  {
    name: "all permissions, start time, protocol",
    account: "devstoreaccount1",
    options: {
      table: "SasTable",
      permissions: { query: true, add: true, update: true, delete: true },
      startsOn: new Date("2020-01-01T00:00:00Z"),
      expiresOn: new Date("2099-01-01T00:00:00Z"),
      protocol: "https,http",
    },
    token:
      "sv=2019-02-02&spr=https%2Chttp&st=2020-01-01T00%3A00%3A00Z&se=2099-01-01T00%3A00%3A00Z&sp=raud&sig=fI3TysOBowCYjHNlo9zFupmy699L%2B%2BQJ%2FveaEhtOMvU%3D&tn=SasTable",
  },
  {
    name: "key range with characters that need URL encoding",
    account: "devstoreaccount1",
    options: {
      table: "SasTable",
      permissions: { query: true, add: true, update: true, delete: true },
      expiresOn: new Date("2099-01-01T00:00:00Z"),
      from: { partitionKey: "a&b", rowKey: "r 1" },
      to: { partitionKey: "z+", rowKey: "\u00e9" },
    },
    token:
      "sv=2019-02-02&se=2099-01-01T00%3A00%3A00Z&sp=raud&sig=0xzbuaJHspEaKvs8o1RNhl4rw3BKws8eVYfnKhZLQHs%3D&tn=SasTable&srk=r%201&spk=a%26b&epk=z%2B&erk=%C3%A9",
  },
  {
    name: "ip range and https only",
    account: "myaccount",
    options: {
      table: "SasTable",
      permissions: { query: true, add: true },
      expiresOn: new Date("2099-01-01T00:00:00Z"),
      ip: "10.0.0.1-10.0.0.9",
      protocol: "https",
    },
    token:
      "sv=2019-02-02&spr=https&se=2099-01-01T00%3A00%3A00Z&sip=10.0.0.1-10.0.0.9&sp=ra&sig=rk1UYFDWrSBiA7cyHkhudr8aoPHGn61Na5AHxBZ0YkU%3D&tn=SasTable",
  },
  {
    name: "single ip",
    account: "myaccount",
    options: {
      table: "SasTable",
      permissions: { query: true, add: true },
      expiresOn: new Date("2099-01-01T00:00:00Z"),
      ip: "10.0.0.1",
      protocol: "https",
    },
    token:
      "sv=2019-02-02&spr=https&se=2099-01-01T00%3A00%3A00Z&sip=10.0.0.1&sp=ra&sig=k5F%2FR0GKGx6BbrFqfaYT74DOXl5bUXnRrin13aqFv6M%3D&tn=SasTable",
  },
  {
    name: "stored access policy only",
    account: "devstoreaccount1",
    options: { table: "SasTable", policy: "policy1" },
    token: "sv=2019-02-02&si=policy1&sig=QJpEUFjMop5tQUV6%2FaRuzIEMm8wWXBoCDJP2V3e4mwg%3D&tn=SasTable",
  },
  {
    name: "policy plus expiry in token",
    account: "myaccount",
    options: { table: "SasTable", expiresOn: new Date("2099-01-01T00:00:00Z"), policy: "policy1" },
    token:
      "sv=2019-02-02&se=2099-01-01T00%3A00%3A00Z&si=policy1&sig=ywm2mDz%2ByDY32bgGD0VfM1gwdEpfPvABeQ1CFi0peUw%3D&tn=SasTable",
  },
  {
    name: "fractional seconds are dropped",
    account: "myaccount",
    options: { table: "SasTable", permissions: { query: true }, expiresOn: new Date("2099-01-01T00:00:00.987Z") },
    token:
      "sv=2019-02-02&se=2099-01-01T00%3A00%3A00Z&sp=r&sig=cDf8ahTDJN67zqKCht73lGUDQDaefUIQNKB8aQ9b%2FGk%3D&tn=SasTable",
  },
  {
    name: "sv=2020-12-06: table string-to-sign unchanged",
    account: "devstoreaccount1",
    options: {
      table: "SasTable",
      permissions: { query: true, add: true, update: true, delete: true },
      expiresOn: new Date("2099-01-01T00:00:00Z"),
      version: "2020-12-06",
    },
    token:
      "sv=2020-12-06&se=2099-01-01T00%3A00%3A00Z&sp=raud&sig=OOiNAigpyIzbHf3wXZ%2BW6gfg7X81Ta7hzpw4KM5ji54%3D&tn=SasTable",
  },
];

export const accountSasVectors: readonly SasVector<AccountSasOptions>[] = [
  {
    name: "table service, all resource types, read+list",
    account: "devstoreaccount1",
    options: {
      permissions: { read: true, list: true },
      services: ["t"],
      resourceTypes: ["s", "c", "o"],
      expiresOn: new Date("2099-01-01T00:00:00Z"),
    },
    token:
      "sv=2019-02-02&ss=t&srt=sco&se=2099-01-01T00%3A00%3A00Z&sp=rl&sig=m7ATpVUowu70n2NLsnDz0c1%2B%2FekA4XLDT8xCl3MKgIA%3D",
  },
  {
    name: "everything",
    account: "devstoreaccount1",
    options: {
      permissions: { read: true, write: true, delete: true, list: true, add: true, update: true },
      services: ["t"],
      resourceTypes: ["s", "c", "o"],
      startsOn: new Date("2020-01-01T00:00:00Z"),
      expiresOn: new Date("2099-01-01T00:00:00Z"),
      protocol: "https,http",
    },
    token:
      "sv=2019-02-02&ss=t&srt=sco&spr=https%2Chttp&st=2020-01-01T00%3A00%3A00Z&se=2099-01-01T00%3A00%3A00Z&sp=rwdlau&sig=0OdfSw9DXVbun2BQA17oX%2F4q5GRgXRG5do1thBeXVf4%3D",
  },
  {
    name: "ip range, https, entities only",
    account: "myaccount",
    options: {
      permissions: { read: true, delete: true, add: true, update: true },
      services: ["t"],
      resourceTypes: ["o"],
      expiresOn: new Date("2099-01-01T00:00:00Z"),
      ip: "10.0.0.1-10.0.0.9",
      protocol: "https",
    },
    token:
      "sv=2019-02-02&ss=t&srt=o&spr=https&se=2099-01-01T00%3A00%3A00Z&sip=10.0.0.1-10.0.0.9&sp=rdau&sig=FU4NAMEQQ4klgTnv9SZoaNLe07q%2BrdF6Gjk3e%2FbGUBg%3D",
  },
  {
    name: "several services",
    account: "myaccount",
    options: {
      permissions: { read: true, write: true, delete: true, list: true },
      services: ["b", "t", "q", "f"],
      resourceTypes: ["s", "c"],
      expiresOn: new Date("2099-01-01T00:00:00Z"),
    },
    token:
      "sv=2019-02-02&ss=btqf&srt=sc&se=2099-01-01T00%3A00%3A00Z&sp=rwdl&sig=f8yrvGmyOgiMnC%2BE9Uu%2BwLg2ZlAiJAjUXloE58U209Q%3D",
  },
  {
    name: "sv=2020-12-06 adds an encryption-scope line (empty here)",
    account: "devstoreaccount1",
    options: {
      permissions: { read: true, write: true, delete: true, list: true, add: true, update: true },
      services: ["t"],
      resourceTypes: ["s", "c", "o"],
      expiresOn: new Date("2099-01-01T00:00:00Z"),
      version: "2020-12-06",
    },
    token:
      "sv=2020-12-06&ss=t&srt=sco&se=2099-01-01T00%3A00%3A00Z&sp=rwdlau&sig=xrkUP4iLfFOfeLGI7BjbrR1NmA1zQmyQ5f0iDsZuGMw%3D",
  },
];
