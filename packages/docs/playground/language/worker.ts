/* Worker of the playground that generates classes and answers as an editor's language server does. */
import type { LanguageCalls } from "../messages.js";
import { type Declarations, Project } from "./project.js";

type Call = {
  [Name in keyof LanguageCalls]: readonly [id: number, name: Name, args: Parameters<LanguageCalls[Name]>];
}[keyof LanguageCalls];

const project = fetch(new URL("declarations.json", import.meta.url))
  .then((response) => response.json() as Promise<Declarations>)
  .then((declarations) => new Project(declarations));

addEventListener("message", async ({ data: [id, name, args] }: MessageEvent<Call>) => {
  const answer = (await project)[name] as (...args: unknown[]) => unknown;
  postMessage([id, answer.apply(await project, [...args])]);
});
