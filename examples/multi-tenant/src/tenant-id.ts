/**
 * Checks a tenant's id before it becomes part of a table name or a key. Lower case only: table names that differ in case alone are
 * one table.
 */
export function checkTenantId(id: string): string {
  if (!/^[a-z0-9]{1,32}$/.test(id)) throw new Error(`Invalid tenant id ${JSON.stringify(id)}: 1 to 32 of a-z and 0-9.`);
  return id;
}
