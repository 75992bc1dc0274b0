import type { Settings } from "./settings.js";

/** The folders where definition files can appear: each glob up to its first wildcard. */
export function definitionFolders({ definitions }: Settings): readonly string[] {
  const folders = definitions
    .filter((glob) => !glob.startsWith("!"))
    .map((glob) => {
      const segments = glob.split("/");
      const wild = segments.findIndex((segment) => /[*?[\]{}()!+@]/.test(segment));
      return segments.slice(0, wild === -1 ? -1 : wild).join("/") || ".";
    });
  return [...new Set(folders)];
}
