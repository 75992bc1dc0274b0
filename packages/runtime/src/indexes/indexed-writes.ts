/** What a program loads with its first write of an entity with indexes: only ever by `import()`, so that others do without. */
export { submitIndexedTransaction } from "./submit-indexed.js";
export { saveChange, saveIndexed, writeIndexed } from "./write-indexed.js";
