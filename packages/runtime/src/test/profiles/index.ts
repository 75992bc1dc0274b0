export * from "../../../../generator/src/emit/golden/sparse/expected/index.js";
