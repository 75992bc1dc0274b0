/**
 * Makes a page of TypeDoc look like those of the guides. Only exports and their members are headings and can be linked; labels such as
 * "Parameters" are bold. Omits the origin of a member, which does not matter for its use, and the name that TypeDoc invents for a
 * destructured parameter. Where TypeDoc lists all error codes, names their type instead. Turns off types on hover in the code blocks of
 * docstrings, which are only parts of programs.
 */
export function polishPage(markdown: string): string {
  return markdown
    .replaceAll(/^#{3,6} (?:Inherited from|Overrides|Implementation of)\n\n.+\n\n?/gm, "")
    .replaceAll(/^#{3,6} ([^{\n]+)$/gm, "**$1**")
    .replaceAll(/^#{4,6} (?=.*\{#)/gm, "### ")
    .replaceAll(/^\*\*\*\n\n/gm, "")
    .replaceAll(/(?:\\?_){2}namedParameters/g, "parameters")
    .replaceAll(/`"value\.missing"`(?: \\\| `"[a-z.-]+"`){40,}/g, "[`ErrorCode`](/api/runtime#errorcode)")
    .replaceAll(/^```ts$/gm, "```ts notwoslash");
}
