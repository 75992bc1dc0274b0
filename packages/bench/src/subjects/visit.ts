import type { VisitInit, VisitKey, VisitPartition } from "../tables.gen/index.js";
import type { Subject } from "./subject.js";

const doctors = ["Zoë O'Brien", "Dr. Łukasz Żółć", "王秀英", 'Anna "Ann" Müller'];
const complaints = [
  'Says: "it hurts" when she bends the knee.\nSince Monday.\n',
  "Fièvre depuis 3 jours (39,2 °C); prend l'aspirine",
  "Follow-up\tof the fracture; file C:\\scans\\2023\\left arm",
  "咳嗽，夜间加重 🤒",
];
const day = 86_400_000;

/** Returns a pseudo-random number below the limit, the same for the same n. */
const scattered = (n: number, limit: number) => (Math.imul(n + 1, 0x9e37_79b1) >>> 0) % limit;

const startOf = (n: number) => new Date(scattered(n, 20_000) * day + ((n * 7_919_113) % day));

/** Returns the n-th visit. Half of the optional properties are absent, different ones in each row. */
function sample(n: number, partition = 1): VisitInit {
  const number = (scattered(n, 0xffff_ffff) + 0x1_0000_0000).toString(16).padStart(12, "0");
  const startedAt = startOf(n);
  const has = (bit: number) => ((n >> (bit % 3)) + bit) % 2 === 0;
  return {
    clinicId: `köln/${partition}`,
    startedAt,
    visitNo: n,
    patientId: `0b6c4f2e-7d1a-4e3b-9c58-${number}`,
    doctor: doctors[n % doctors.length] as string,
    complaint: complaints[scattered(n, complaints.length)] as string,
    findings: has(0) ? `No. ${n}: 'unremarkable', blood pressure ${100 + (n % 60)}/80` : undefined,
    endedAt: has(1) ? new Date(startedAt.getTime() + 1_234_567 + n) : undefined,
    followUpAt: has(2) ? new Date(startedAt.getTime() + 30 * day) : undefined,
    charge: 40 + (n % 997) / 8,
    weight: has(3) ? 50 + (n % 60) : undefined,
    insured: has(4) ? n % 5 !== 0 : undefined,
    invoiceNo: 4_611_686_018_427_387_904n + BigInt(n) * 7n,
    referral: has(5) ? `c2d29867-3d0b-4497-8191-${number}` : undefined,
    signature: has(6) ? Uint8Array.from({ length: 48 }, (_, i) => (n * 13 + i * 11) & 255) : undefined,
  };
}

export const epochTicks = 621_355_968_000_000_000n;
export const lastTick = 3_155_378_975_999_999_999n;
const forbidden = /[/\\#?%!~\p{Cc}]/gu;

const escaped = (text: string) =>
  text.replace(forbidden, (character) => `~${character.charCodeAt(0).toString(16).padStart(2, "0")}`);
const newestFirst = (date: Date) =>
  String(lastTick - (BigInt(date.getTime()) * 10_000n + epochTicks)).padStart(19, "0");

/** The demanding entity: keys from dates that no property repeats; quotes, line feeds and every script; dates years apart. */
export const visit: Subject<VisitInit, VisitKey, VisitPartition> = {
  table: "Visits",
  partition: { clinicId: "köln/1" },
  sample,
  keyOf: (visitNo) => ({ clinicId: "köln/1", startedAt: startOf(visitNo), visitNo }),
  keysOf: ({ clinicId, startedAt, visitNo }) => ({
    PartitionKey: `clinic!${escaped(clinicId)}`,
    RowKey: `visit!${newestFirst(startedAt)}!${String(visitNo).padStart(8, "0")}`,
  }),
  measured: "charge",
  isRead: (row) => (row as VisitInit).charge >= 0,
  keyOnly: ["clinicId", "startedAt", "visitNo"],
  guids: ["patientId", "referral"],
};
