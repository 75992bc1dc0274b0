export * from "../../../../generator/src/emit/golden/shop/expected/index.js";
