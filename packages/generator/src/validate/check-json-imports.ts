import type { Report } from "../diagnostics/report.js";
import { generatedNames, isReservedTypeName } from "../model/generated-names.js";
import type { EntityDraft, TypeImport } from "../read/entity/entity-draft.js";
import { liesIn } from "../read/project/root-dir.js";

/**
 * Reports types of `edm.json` that generated files cannot import under their names, because another import or a declaration of the file has
 * the same name.
 */
export function checkJsonImports({ name: entity, properties }: EntityDraft, report: Report): void {
  if (!properties.list.some(({ json }) => json !== undefined && json.imports.length > 0)) return;
  const own = new Set(generatedNames(entity.value));
  const imported = new Map<string, TypeImport>();
  for (const { options } of properties.list) if (options.brand) own.add(options.brand.value);
  for (const { name, json } of properties.list) {
    for (const found of json?.imports ?? []) {
      const other = imported.get(found.local);
      imported.set(found.local, other ?? found);
      const clash =
        own.has(found.local) || isReservedTypeName(found.local)
          ? "something in the generated file"
          : other && !isSame(other, found)
            ? "another imported type"
            : undefined;
      if (clash === undefined) continue;
      const message = `"${entity.value}.${name.value}" needs the type "${found.local}", which is also the name of ${clash}.`;
      const help = `Import it under another name: import type { ${found.imported} as Other${found.local} }.`;
      report.add("json.type-not-importable", name.place, message, help);
    }
  }
}

/**
 * Reports types of `edm.json` that generated files import from outside the tsconfig's `rootDir`, where the compiler rejects them. A
 * declaration file may be anywhere. Reports nothing if the generated files are outside too, because another tsconfig compiles them.
 */
export function checkRootDir(drafts: readonly EntityDraft[], rootDir: string, outDir: string, report: Report): void {
  if (!liesIn(outDir, rootDir)) return;
  const folder = rootDir.replace(/\/$/, "");
  for (const { name: entity, properties } of drafts) {
    for (const { name, json } of properties.list) {
      for (const { local, from } of json?.imports ?? []) {
        if (!("file" in from) || liesIn(from.file, rootDir) || /\.d\.[mc]?ts$/.test(from.file)) continue;
        const message = `"${entity.value}.${name.value}" needs the type "${local}" of ${from.file}, which is outside "rootDir": "${folder}", so generated code would not compile.`;
        const help = `Move it to a file in ${folder}, and import it from there.`;
        report.add("json.type-not-importable", name.place, message, help);
      }
    }
  }
}

function isSame(a: TypeImport, b: TypeImport): boolean {
  return JSON.stringify([a.imported, a.from]) === JSON.stringify([b.imported, b.from]);
}
