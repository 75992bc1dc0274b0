import { applications, fiveKinds } from "./applications.js";
import type { CorpusTable } from "./corpus-table.js";
import { plain } from "./plain.js";
import { programs } from "./programs.js";
import { separators } from "./separators.js";

export const corpus: readonly CorpusTable[] = [...separators, ...plain, ...programs, ...applications, ...fiveKinds];
