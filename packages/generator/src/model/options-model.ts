import { absentOption, isModelOption, type OptionName, optionRows } from "../options/property-options.js";
import type { CodeDraft, Found, PropertyOptionsDraft } from "../read/entity/entity-draft.js";
import type { OptionsModel } from "./property-model.js";

/** Options of a property whose definition gives none. */
const absentOptions = Object.fromEntries(
  optionRows.flatMap(([name, row]) => (isModelOption(name) ? [[name, absentOption(row)] as const] : [])),
);

/** Builds the options of a property from its draft. Without a draft, builds those of a property that gives no options. */
export function optionsModel(options: PropertyOptionsDraft = {}): OptionsModel {
  const values: Record<string, unknown> = { ...absentOptions };
  for (const [name, found] of Object.entries(options) as [OptionName, Found<unknown> | undefined][]) {
    if (found !== undefined && isModelOption(name)) values[name] = modelValue(found.value);
  }
  return values as unknown as OptionsModel;
}

/** Returns a value without the places of its members in the source. */
function modelValue(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((member: Found<string> | CodeDraft) =>
    "code" in member ? [member.name, member.code.value] : member.value,
  );
}
