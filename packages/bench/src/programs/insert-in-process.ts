/*
 * Inserts members, each with one index row, over a transport that responds immediately: `indexed` as an entity with an index, `by-hand`
 * as a transaction of two rows.
 */
import { TableServiceClient } from "@tablewright/runtime";
import { EmailOfMember, Member, PlainMember } from "../tables.gen/index.js";

const how = process.argv[2] as "indexed" | "by-hand";
const count = 50_000;
const etag = "ETag: W/\"datetime'2024-01-01T00%3A00%3A00.0000000Z'\"";
const part = `--changeset_1\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nHTTP/1.1 204 No Content\r\n${etag}\r\n\r\n\r\n`;
const text = `--batch_1\r\nContent-Type: multipart/mixed; boundary=changeset_1\r\n\r\n${part}${part}--changeset_1--\r\n--batch_1--\r\n`;
const response = {
  status: 202,
  headers: ["Content-Type", "multipart/mixed; boundary=batch_1", "x-ms-version", "2019-02-02"],
  body: new TextEncoder().encode(text),
};
const transport = async () => response;

await using service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport });
const members = service.entities(Member);
const joinedAt = new Date(0);
for (let n = 0; n < count; n++) {
  const member = { clubId: "C1", memberId: `m${n}`, email: `m${n}@example.org`, name: "Ann", joinedAt, points: n };
  if (how === "indexed") await members.insert(member);
  else {
    await service.transaction(PlainMember.partition(member), (tx) => {
      tx.insert(PlainMember, member);
      tx.insert(EmailOfMember, { email: member.email, memberId: member.memberId });
    });
  }
}
