/** Every code of the commands themselves. Errors of the client and diagnostics have registries of their own. */
export const inputErrorCodes = {
  "adopt.no-files": "No source file matches the globs that `adopt` was given.",
  "cli.defect": "A command failed for a reason that it does not know: a bug in Tablewright. Please report it.",
  "cli.file-system": "The operating system refuses a file or folder, or the disk is full.",
  "cli.usage": "The command line has an unknown command or option, or a wrong argument.",
  "config.not-found": "The config file does not exist, or is not a file.",
  "connection.invalid": "The connection string, shared access signature or key is malformed.",
  "connection.missing":
    "A command connects to an account, and neither an option nor an environment variable names one.",
  "connection.not-installed": "`--entra` needs @azure/identity, which the project does not have.",
  "definition.folder-unreadable": "A folder among the definitions cannot be read, so definitions in it may be missing.",
  "definition.no-files": "No file matches the globs of definition files.",
  "definition.not-a-file": "A definition file, or a file that it imports, is a folder, pipe or device.",
  "explain.unknown-code": "`explain` was given a code that nothing raises.",
  "export.file-exists": "The file to export to exists, and no interrupted export of that table began it.",
  "export.state-invalid":
    "The state file of an interrupted export is damaged, or does not belong to the file or table.",
  "export.under-way": "Another process is exporting to the same file.",
  "import.checksum-mismatch":
    "The file to import is not the one that its manifest describes: it is cut off, or was changed.",
  "import.file-invalid": "A line of the file to import, or of a file to serve, is not a row.",
  "import.state-invalid":
    "The state file of an interrupted import is damaged, or does not belong to the file or table.",
  "import.unfinished-export": "The export that writes the file to import has not ended.",
  "index.entry-differs": "`verify` found a row of an index with other values than its entity, or of another entity.",
  "index.entry-missing": "`verify` found an entity without its row in an index.",
  "index.entry-stale": "`verify` found a row of an index that stands for no entity.",
  "init.package-invalid": "package.json is not a JSON object, or its `scripts` are not strings.",
  "init.package-not-found": "The current folder has no package.json.",
  "init.table-empty": "A table given to `init --from` has no rows, so there is nothing to infer.",
  "key.invalid": "The values do not make a key of the entity, or the key is not one of it.",
  "key.unknown-entity": "`key` was given the name of an entity that no definition has.",
  "migrate.indexes-without-kind":
    "`migrate` cannot tell the rows of indexes that store no kind, so it does not move their entities.",
  "migrate.unknown-entity": "`migrate` was given the name of an entity that no definition has.",
  "output.blocked": "A file in the output folder was not generated, and a generated one would replace it.",
  "property.undeclared":
    "`verify` found a stored property that the definition does not have. Reads leave it out; writes may drop it.",
  "pull.file-exists": "The file that `pull` would write exists.",
  "pull.no-definition": "No definition can describe the table's rows.",
  "reindex.unknown-entity": "`reindex` was given a name that no definition with indexes has.",
  "reindex.unknown-index": "`reindex` was given an index that the entity does not have.",
  "serve.certificate-invalid": "The certificate or its key cannot be used for HTTPS.",
  "serve.file-changed": "Another program changed the `--data` file while the server ran; the rows are saved beside it.",
  "serve.file-invalid": "The `--data` or `--seed` file cannot be read, or a line of it is not a row.",
  "serve.not-installed": "`serve` needs @tablewright/testing, which the project does not have.",
  "serve.not-saved": "The server's rows could not be saved.",
  "serve.port-in-use": "Another program listens on the port.",
  "tables.not-confirmed": "`tables delete` deletes all rows, so the name of the table must be repeated in `--confirm`.",
  "verify.unknown-table": "`verify` was given a table that no definition is of.",
} as const;

/** A code of {@link inputErrorCodes}. */
export type InputErrorCode = keyof typeof inputErrorCodes;
