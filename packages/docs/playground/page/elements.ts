type Child = Node | string;

/** Creates an element with a class, attributes and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...children);
  return created;
}

export function button(text: string, clicked: () => void): HTMLButtonElement {
  const created = element("button", { type: "button" }, text);
  created.addEventListener("click", clicked);
  return created;
}

/** Creates a part of the playground below its name. */
export function panel(name: string, className: string, ...children: readonly Child[]): HTMLElement {
  return element("section", { class: `panel ${className}`, "aria-label": name }, element("h2", {}, name), ...children);
}
