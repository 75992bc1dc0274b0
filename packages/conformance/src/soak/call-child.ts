/**
 * Makes calls and prints what it was told, as a CallJournal. Arguments: endpoint, name (one letter), number of calls, seed.
 */
import { TableServiceClient } from "@tablewright/runtime";
import { azuriteAccount } from "../azurite.js";
import { CallKeeper } from "./call-keeper.js";
import { CallMaker } from "./call-maker.js";
import { seededRandom, seedOf } from "./random.js";

const [endpoint = "", name = "", calls = "0", seed = "0"] = process.argv.slice(2);
const makers = 16;

const { name: account, key } = azuriteAccount;
const service = TableServiceClient.fromConnectionString(
  `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${key};TableEndpoint=${endpoint}`,
  { attemptTimeoutMs: 3000, retry: { maxAttempts: 6, baseDelayMs: 5, maxDelayMs: 50 } },
);
const keeper = new CallKeeper(name);
await Promise.all(
  Array.from({ length: makers }, async (_, index) => {
    const random = seededRandom(seedOf(`${seed} ${name} ${index}`));
    const maker = new CallMaker(`${name}${index}`, service, random, keeper);
    while (keeper.count < Number(calls)) await maker.call();
  }),
);
await service.close();
process.stdout.write(JSON.stringify(keeper.journal()));
