export * from "../../../../generator/src/emit/golden/indexes/expected/index.js";
