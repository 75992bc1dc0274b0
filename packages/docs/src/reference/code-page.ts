/** Writes a page of codes in the given order: a heading for each area, such as `key`, and below it the sections of its codes. */
export async function codePage<Code extends string>(
  head: string,
  codes: readonly Code[],
  sectionOf: (code: Code) => Promise<string> | string,
): Promise<string> {
  const parts: string[] = [head];
  let area = "";
  for (const code of codes) {
    const [own = ""] = code.split(".");
    if (own !== area) parts.push(`## ${own}\n`);
    area = own;
    parts.push(await sectionOf(code));
  }
  return parts.join("\n");
}
