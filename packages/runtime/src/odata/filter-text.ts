import type { FilterPart } from "./filter.js";

/** The filter in the service's grammar, not percent-encoded. Parentheses stand where precedence needs them: not, and, or. */
export function filterText(filter: FilterPart): string {
  switch (filter.type) {
    case "comparison":
      return `${filter.property} ${filter.operator} ${filter.literal}`;
    case "in":
      return filter.literals.map((literal) => `${filter.property} eq ${literal}`).join(" or ");
    case "and":
      return filter.parts
        .map((part) => (isAlternative(part) ? `(${filterText(part)})` : filterText(part)))
        .join(" and ");
    case "or":
      return filter.parts.map(filterText).join(" or ");
    case "not":
      return filter.part.type === "raw" ? `not ${filterText(filter.part)}` : `not (${filterText(filter.part)})`;
    case "raw":
      return `(${filter.text})`;
  }
}

function isAlternative(filter: FilterPart): boolean {
  return filter.type === "or" || filter.type === "in";
}
