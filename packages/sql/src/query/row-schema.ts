import { SqlError } from "../errors/sql-error.js";

/** Validator for result rows that implements Standard Schema, such as a Zod, Valibot or ArkType schema. @see https://standardschema.dev */
export interface RowSchema<Row> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Row> | Promise<SchemaResult<Row>>;
    readonly types?: { readonly input: unknown; readonly output: Row } | undefined;
  };
}

type SchemaResult<Row> =
  | { readonly value: Row; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] };

/** Validates a result row and returns the schema's output for it. @throws SqlError `sql.invalid-row` */
export async function checkedRow<Row>(schema: RowSchema<Row>, row: object): Promise<Row> {
  const result = await schema["~standard"].validate(row);
  if (result.issues === undefined) return result.value;
  const problems = result.issues.map(({ message }) => message).join("; ");
  throw new SqlError("sql.invalid-row", `A row does not match the schema: ${problems}.`);
}
