import { absentOption, isModelOption, optionRows } from "../options/property-options.js";
import type { CodeDraft, Found, PropertyOptionsDraft } from "../read/entity/entity-draft.js";
import type { OptionsModel } from "./property-model.js";

/** Builds the options of a property from its draft. Without a draft, builds those of a property that gives no options. */
export function optionsModel(options: PropertyOptionsDraft = {}): OptionsModel {
  const values = optionRows.flatMap(([name, row]) => {
    if (!isModelOption(name)) return [];
    const found: Found<unknown> | undefined = options[name];
    return [[name, found === undefined ? absentOption(row) : modelValue(found.value)] as const];
  });
  return Object.fromEntries(values) as unknown as OptionsModel;
}

/** Returns a value without the places of its members in the source. */
function modelValue(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((member: Found<string> | CodeDraft) =>
    "code" in member ? [member.name, member.code.value] : member.value,
  );
}
