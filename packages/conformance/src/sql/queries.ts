/** Query of the entity EveryForm, and the number of its conditions that the service checks. */
export interface QueryCase {
  readonly sql: string;
  readonly pushed: number;
  /** The number on Cosmos DB, if it differs. */
  readonly pushedOnCosmos?: number;
}

const columns =
  'partition, row, text, choice, document, flag, small, large, "largeNumber", "largeText", ratio, at, "atIso", "atTicks", guid, bytes';
const where = (condition: string, pushed: number, pushedOnCosmos?: number): QueryCase => ({
  sql: `SELECT ${columns} FROM EveryForm WHERE ${condition}`,
  pushed,
  ...(pushedOnCosmos !== undefined && { pushedOnCosmos }),
});
const query = (sql: string, pushed = 0): QueryCase => ({ sql, pushed });

const constants: Readonly<Record<string, string>> = {
  small: "1",
  large: "5",
  largeNumber: "5",
  largeText: "9007199254740993",
  at: "'2024-02-29T12:00:00Z'",
  atTicks: "TIMESTAMP_NS '2024-02-29 12:00:00.0000001'",
};

/** Every comparison, for every type that the service orders. */
const ordered = Object.entries(constants).flatMap(([column, constant]) =>
  ["=", "<>", "<", "<=", ">", ">="].map((operator) => where(`${column} ${operator} ${constant}`, 1)),
);

export const queries: readonly QueryCase[] = [
  ...ordered,
  ...["=", "<", "<="].map((operator) => where(`ratio ${operator} 5`, 1)),
  ...["<>", ">", ">="].map((operator) => where(`ratio ${operator} 5.25`, 1, 0)),
  where("ratio < 1e10", 1),
  where("ratio >= -1.5e300", 1, 0),
  where("ratio = 'nan'", 0),
  where("ratio = 0.0", 1),
  where("text = 'o''clock'", 1),
  where("text <> ''", 1),
  where("text > 'a' AND text <= 'b'", 2),
  where("text > '😀'", 0),
  where("text = '😀'", 1),
  where("text LIKE '日%'", 1),
  where("text LIKE '%b'", 0),
  where("text LIKE 'a_'", 1),
  where("text NOT LIKE 'a%'", 0),
  where("starts_with(text, 'o')", 1),
  where("lower(text) = 'a'", 0),
  where("choice = 'EUR'", 1),
  where("choice IN ('EUR', '')", 1),
  where("choice = 'z'", 1),
  where("flag", 1),
  where("NOT flag", 1),
  where("flag = false AND small IS NOT NULL", 1),
  where("guid = 'C9DA6455-213D-42C9-9A79-3E9149A57833'", 1),
  where("guid > '00000000-0000-0000-0000-000000000000'", 0),
  where("bytes = '\\x01\\x02\\x03'::BLOB", 1),
  where("bytes > '\\x01'::BLOB", 0),
  where("atIso < '2000'", 0),
  where("document.tags[1] = '0'", 0),
  where("partition = 'p1'", 1),
  where("partition = 'p1' AND row = '0006' AND flag IS NULL", 2),
  where("partition IN ('p1', 'p2', 'p2', 'none') AND small > 0", 2),
  where("partition BETWEEN 'p1' AND 'p2'", 0),
  where("row = '0007'", 0),
  where("small IN (1, 2, NULL)", 0),
  where("small NOT IN (1, 2)", 1),
  where("small BETWEEN 0 AND 42", 2),
  where("NOT (small BETWEEN 0 AND 42)", 1),
  where("small > 5000000000", 0),
  where("small = 1.5", 0),
  where("large > 9007199254740992.0", 0),
  where("large = 9223372036854775807", 1),
  where("5 < large", 1),
  where("small = NULL OR flag", 0),
  where("flag AND (small = 1 OR large = 5 OR text = 'a')", 2),
  where("NOT (flag OR small > 1)", 1),
  where("flag OR lower(text) = 'a'", 0),
  where("at > DATE '2024-02-29' AND at < TIMESTAMP '2024-02-29 12:00:00.001'", 2),
  where("at::DATE = '2024-02-29'", 0),
  where("at > TIMESTAMP_NS '2024-02-29 12:00:00.000000150'", 0),
  where("small IS NULL", 0),
  where("coalesce(small, 1) = 1", 0),
  query("SELECT count(*) FROM EveryForm"),
  query("SELECT choice, count(*), sum(large), min(at), max(text), avg(small) FROM EveryForm GROUP BY ALL"),
  query("SELECT a.row, b.row AS other FROM EveryForm a JOIN EveryForm b USING (large) WHERE a.flag AND b.small = 1", 2),
  query(
    "SELECT a.row, b.row AS other FROM EveryForm a LEFT JOIN EveryForm b ON a.row = b.text WHERE b.flag IS NULL AND a.small = 2",
  ),
  query(
    "SELECT row, rank() OVER (PARTITION BY choice ORDER BY row) AS place FROM EveryForm WHERE small > 0 QUALIFY place < 3",
    1,
  ),
  query("SELECT row FROM EveryForm WHERE small = (SELECT max(small) FROM EveryForm)"),
  query(
    "WITH flagged AS (SELECT row, text, small FROM EveryForm WHERE flag) SELECT row, text FROM flagged WHERE small = 1",
    1,
  ),
  query("SELECT row FROM EveryForm WHERE flag UNION ALL SELECT text FROM EveryForm WHERE small = 1", 2),
  query("SELECT DISTINCT guid, bytes FROM EveryForm ORDER BY ALL LIMIT 5"),
  query(
    "SELECT row FROM EveryForm WHERE EXISTS (SELECT 1 FROM EveryForm b WHERE b.text = EveryForm.choice AND b.small = 42)",
  ),
  query("SELECT count(*) FROM (SELECT row FROM EveryForm WHERE flag LIMIT 3)", 1),
];
