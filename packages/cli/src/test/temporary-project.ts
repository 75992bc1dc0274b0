import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { onTestFinished } from "vitest";

/** A folder with files that is deleted after the test. */
export interface TemporaryProject {
  readonly root: string;
  write(path: string, text: string): void;
  read(path: string): string;
  remove(path: string): void;
  /** Lists all files except those of node_modules, in order. */
  list(): string[];
}

/** Creates a project with an empty node_modules, so that runs are cached. */
export function temporaryProject(files: Readonly<Record<string, string>> = {}): TemporaryProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tablewright-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  mkdirSync(join(root, "node_modules"));
  for (const [path, text] of Object.entries(files)) write(path, text);
  return {
    root,
    write,
    read: (path) => readFileSync(join(root, path), "utf8"),
    remove: (path) => rmSync(join(root, path), { recursive: true }),
    list: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)))
        .filter((path) => !path.startsWith("node_modules"))
        .sort(),
  };
}

/** Returns a definition file with one entity. By default its row key is valid. */
export function definition(name: string, rowKey = '["row", k.id]'): string {
  return `import { edm, entity } from "tablewright";

export const ${name} = entity({
  table: "${name}s",
  properties: { id: edm.string({ maxLength: 64 }), note: edm.string().optional() },
  partitionKey: () => ["all"],
  rowKey: (k) => ${rowKey},
});
`;
}
