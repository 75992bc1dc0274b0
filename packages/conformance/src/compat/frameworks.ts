import type { CheckGroup } from "./check.js";

export const frameworksGroup: CheckGroup = { name: "Frameworks", prepare: async () => [] };
