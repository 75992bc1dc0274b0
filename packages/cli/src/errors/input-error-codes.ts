/** Meaning of every error code of the commands themselves, and advice. Errors of the client and diagnostics have their own registries. */
export const inputErrorCodes = {
  "adopt.no-files": {
    summary: "No source file matches the globs that `adopt` was given.",
    help: "Quote the glob, so that the shell leaves it alone: `npx tablewright adopt 'src/**/*.ts'`. Declarations and generated files do not count.",
  },
  "adopt.not-installed": {
    summary: "`adopt` needs @tablewright/adopt, which the project does not have.",
    help: "Run `npm i -D @tablewright/adopt`.",
  },
  "cli.defect": {
    summary: "A command failed unexpectedly: this is a bug in Tablewright.",
    help: "Please report it, with the stack that was printed.",
  },
  "cli.file-system": {
    summary: "The operating system denies access to a file or folder, or the disk is full.",
    help: "The message names the path and the reason: change permissions, free space, or pass another path. Then run the command again.",
  },
  "cli.unfinished": {
    summary: "A command stopped early, because it waited for something that would never happen: a bug in Tablewright.",
    help: "Run the command again: export, import, migrate and reindex continue, and other commands change nothing until they are done. Please report it.",
  },
  "cli.usage": {
    summary: "The command line has an unknown command or option, or a wrong argument.",
    help: "`npx tablewright --help` lists the commands, and `npx tablewright verify --help` the options of one.",
  },
  "config.not-found": {
    summary: "The config file does not exist, or is not a file.",
    help: "Pass the path of an existing file to `--config`, or omit it to use tablewright.config.ts or the defaults. Replace a folder of that name with a file.",
  },
  "connection.invalid": {
    summary: "The connection string, shared access signature or key is malformed.",
    help: "Copy all of it again from the portal. In a shell, quote it: it contains `;` and `&`.",
  },
  "connection.missing": {
    summary: "A command connects to an account, and neither an option nor an environment variable names one.",
    help: "Set `TABLES_CONNECTION_STRING`, or pass `--connection-string`, or `--endpoint` with `--sas` or `--entra`.",
  },
  "connection.not-installed": {
    summary: "`--entra` needs @azure/identity, which the project does not have.",
    help: "Run `npm i -D @azure/identity`.",
  },
  "definition.folder-unreadable": {
    summary: "A folder among the definitions cannot be read, so definitions in it may be missing.",
    help: 'Make it readable, or exclude it: add `"!folder/**"` to `definitions` in tablewright.config.ts.',
  },
  "definition.no-files": {
    summary: "No file matches the globs of definition files.",
    help: "Run `npx tablewright init` to create one, or set `definitions` in tablewright.config.ts.",
  },
  "definition.not-a-file": {
    summary: "A definition file, or a file that it imports, is a folder, pipe or device.",
    help: "Replace it with a regular file, or change the path or glob that leads to it.",
  },
  "explain.unknown-code": {
    summary: "`explain` was given a code that does not exist.",
    help: "Pass a code as it was printed, such as `key.too-long`.",
  },
  "export.file-exists": {
    summary: "The file to export to exists, and no interrupted export of that table began it.",
    help: "Delete the file, or choose another with `--out`.",
  },
  "export.no-run": {
    summary: "`export --since` found no complete earlier run in the folder to append to.",
    help: "Export all rows first, without `--since`. After a run in shards, the folder needs all of its shards.",
  },
  "export.not-installed": {
    summary: "`export --parquet` needs @tablewright/sql, which the project does not have.",
    help: "Run `npm i -D @tablewright/sql`. DuckDB, which writes the files, comes with it.",
  },
  "export.state-invalid": {
    summary: "The state file of an interrupted export is damaged, or does not belong to the file or table.",
    help: "Delete the state file and the file beside it to start again, or choose another file with `--out`.",
  },
  "export.under-way": {
    summary: "Another process is exporting to the same file.",
    help: "Wait for it, or choose another file with `--out`. If no export is running, delete the file beside it whose name ends with `.export-lock.json`.",
  },
  "import.checksum-mismatch": {
    summary: "The file to import is not the one that its manifest describes: it is cut off, or was changed.",
    help: "Copy or export the file again. To import it as it is, delete the manifest beside it.",
  },
  "import.file-invalid": {
    summary: "A line of the file to import, or of a file to serve, is not a row.",
    help: "Correct the line that the message names, then run the same command again: an import of a file continues where it stopped.",
  },
  "import.state-invalid": {
    summary: "The state file of an interrupted import is damaged, or does not belong to the file or table.",
    help: "Run the command of that import. To start again, delete the state file, and use `--mode replace` if rows of the file are already in the table.",
  },
  "import.under-way": {
    summary: "Another process is importing the same file.",
    help: "Wait for it to end. If no import is running, delete the file beside it whose name ends with `.import-lock.json`.",
  },
  "import.unfinished-export": {
    summary: "The export that writes the file to import is not complete.",
    help: "Run the same `npx tablewright export` again to complete the file.",
  },
  "index.entry-differs": {
    summary:
      "`verify` found an index row whose values differ from those of its entity, or that belongs to another entity.",
    help: "Run `npx tablewright reindex` with the names of the entity and the index: it corrects the row.",
  },
  "index.entry-missing": {
    summary: "`verify` found an entity without its index row.",
    help: "Run `npx tablewright reindex` with the names of the entity and the index: it writes the row.",
  },
  "index.entry-stale": {
    summary: "`verify` found an index row without an entity.",
    help: "Run `npx tablewright reindex` with the names of the entity and the index: it deletes the row. In an index in other partitions, deletions and crashes can leave such rows, and queries ignore them.",
  },
  "init.package-invalid": {
    summary: "The file package.json is not a JSON object, or its `scripts` are not strings.",
    help: "Correct package.json, then run `npx tablewright init` again.",
  },
  "init.package-not-found": {
    summary: "The current folder has no package.json.",
    help: "Run `npm init -y` first, or change to your package's folder.",
  },
  "init.table-empty": {
    summary: "A table given to `init --from` has no rows, so there is nothing to infer.",
    help: "Write a row first, or run `npx tablewright init` without `--from` for a definition to start from.",
  },
  "key.invalid": {
    summary: "The values do not form a key of the entity, or the key is not a key of the entity.",
    help: "Pass a value for each property of the keys, which the message names, or both keys as they are stored.",
  },
  "key.unknown-entity": {
    summary: "`key` was given the name of an entity that no definition has.",
    help: "Pass the name of one of the definitions, as they are exported.",
  },
  "migrate.indexes-without-kind": {
    summary: "`migrate` cannot recognize the rows of indexes that store no kind, so it does not move their entities.",
    help: "Pass the names of other entities. To move one of these, read it with the former definition, insert it with the current one, then delete the old entity.",
  },
  "migrate.rows-left": {
    summary: "`verify` found rows in a table that a former definition used and no current definition does.",
    help: "Run `npx tablewright migrate` with the name of the entity: it moves the rows to the current table.",
  },
  "migrate.unknown-entity": {
    summary: "`migrate` was given the name of an entity that no definition has.",
    help: "Pass names of definitions, as they are exported, or no names, to migrate every entity.",
  },
  "output.blocked": {
    summary: "A file in the output folder was not generated, and a generated one would replace it.",
    help: "Move the file, or set another `outDir` in tablewright.config.ts.",
  },
  "plan.file-exists": {
    summary: "The file that `plan` would write exists. Other machines may still be using it.",
    help: "Choose another file with `--out`, or delete this one once all of its shards are done.",
  },
  "plan.invalid": {
    summary: "The file of `--plan` is missing, is not a plan, or is for another table, account or number of shards.",
    help: "Pass the plan that `npx tablewright plan` made for this table and this number of shards.",
  },
  "property.undeclared": {
    summary: "`verify` found a stored property that the definition does not have. Reads omit it; writes may remove it.",
    help: 'Declare it, remove it from the rows, or keep it on purpose: `unknownProperties: "keep"` in the definition reads it under `$extra`.',
  },
  "pull.file-exists": {
    summary: "The file that `pull` or `init --from` would write exists.",
    help: "Pass `--force` to `pull` to replace it, or `--out` to write another one. For `init --from`, rename the file.",
  },
  "pull.no-definition": {
    summary: "No definition can describe the table's rows.",
    help: 'Read the table without a definition: `service.table("Name")`.',
  },
  "reindex.unknown-entity": {
    summary: "`reindex` was given a name that no definition with indexes has.",
    help: "Pass the name of a definition with `indexes`, as it is exported.",
  },
  "reindex.unknown-index": {
    summary: "`reindex` was given an index that the entity does not have.",
    help: "Pass the name of one of the entity's indexes, or no name for all of them.",
  },
  "serve.certificate-invalid": {
    summary: "The certificate or its key cannot be used for HTTPS.",
    help: "Pass a certificate and its own key, both in PEM: `npx tablewright serve --help` shows how to make them.",
  },
  "serve.file-changed": {
    summary:
      "Another program changed the `--data` file while the server ran, so the server wrote its rows to a file beside it.",
    help: "Keep the file that you want as `--data`, and run one server at a time for each file.",
  },
  "serve.file-invalid": {
    summary: "The `--data` or `--seed` file cannot be read, or a line of it is not a row.",
    help: "Repair the line that the message names, or choose another file. The file was not changed.",
  },
  "serve.not-installed": {
    summary: "`serve` needs @tablewright/testing, which the project does not have.",
    help: "Run `npm i -D @tablewright/testing`.",
  },
  "serve.not-saved": {
    summary: "The `--data` file could not be written.",
    help: "Free space or make the folder writable before the next run. A file that exists contains every write that the service confirmed.",
  },
  "serve.port-in-use": {
    summary: "Another program listens on the port.",
    help: "Stop that program, or choose another port with `--port`; 0 picks a free one.",
  },
  "sql.invalid": {
    summary:
      "DuckDB rejects the query because of its syntax, a relation, a column, a type, or a value that cannot be cast.",
    help: 'The message shows the position and the most similar name. A name that is an SQL keyword needs quotes: `"group"`.',
  },
  "sql.not-a-query": {
    summary: "`sql` was given something other than one SELECT.",
    help: "Pass one statement that begins with SELECT, FROM or WITH. The command only reads.",
  },
  "sql.not-installed": {
    summary: "`sql` needs @tablewright/sql, which the project does not have.",
    help: "Run `npm i -D @tablewright/sql`. DuckDB comes with it.",
  },
  "sql.too-many-rows": {
    summary: "A query has to read more rows of a table than `--max-rows`.",
    help: "Narrow it by a condition on the keys, which `--explain` shows as `service`, or raise `--max-rows`.",
  },
  "studio.not-installed": {
    summary: "`studio` needs @tablewright/studio, which the project does not have.",
    help: "Run `npm i -D @tablewright/studio`.",
  },
  "studio.port-in-use": {
    summary: "Another program listens on the port.",
    help: "Stop that program, or leave out `--port`: Studio then finds a free one.",
  },
  "sweep.unknown-entity": {
    summary: "`sweep` was given a name that no definition has.",
    help: "Pass the name of a definition with a `ttl`, as it is exported, or no name for all of them.",
  },
  "tables.not-confirmed": {
    summary: "`tables delete` deletes all rows, so the name of the table must be repeated in `--confirm`.",
    help: "Repeat the name to confirm: `npx tablewright tables delete Shop --confirm Shop`.",
  },
  "verify.unknown-table": {
    summary: "`verify` was given a table that no definition uses.",
    help: "Pass names of tables with definitions, or no names, to verify all of them. `npx tablewright pull` drafts definitions for other tables.",
  },
} as const satisfies Readonly<Record<string, { readonly summary: string; readonly help: string }>>;

/** Code of an error that a command itself reports: a key of {@link inputErrorCodes}. */
export type InputErrorCode = keyof typeof inputErrorCodes;
