import type { SubmitIndexed } from "../transaction/run-transaction.js";

/** Loaded when the first transaction writes an entity with indexes. */
export const submitIndexedTransaction: SubmitIndexed = async (...given) => {
  const { submitIndexedTransaction: submit } = await import("../indexes/indexed-writes.js");
  return submit(...given);
};
