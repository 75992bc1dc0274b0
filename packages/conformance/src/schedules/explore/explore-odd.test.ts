import { defineExploration } from "./define-exploration.js";

defineExploration(1);
