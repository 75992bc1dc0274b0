import type { AccountInfo } from "../../src/contract/model.js";

/** Returns the words for the kind of an account. */
export function kindText({ isEmulator, kind }: Pick<AccountInfo, "isEmulator" | "kind">): string {
  return isEmulator ? "emulator" : kind === "cosmos" ? "Cosmos DB" : "Azure Storage";
}
