import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";

export interface TestCertificates {
  /** Our own certificate authority, PEM. */
  readonly ca: string;
  /** Certificate for `localhost` and `127.0.0.1`, signed by `ca`. */
  readonly cert: string;
  readonly key: string;
  /** Another certificate authority, PEM, which did not sign `cert`. */
  readonly otherCa: string;
  /** Path of a file with `cert`, for servers that need one. */
  readonly certPath: string;
  /** Path of a file with `key`, for servers that need one. */
  readonly keyPath: string;
  remove(): void;
}

const kind = { keyType: "ec", algorithm: "sha256" } as const;

/** Creates certificates that are valid for a day. */
export async function makeCertificates(): Promise<TestCertificates> {
  const ca = await authority("ca");
  const server = await generate([{ name: "commonName", value: "localhost" }], {
    ...kind,
    notAfterDate: tomorrow(),
    ca: { key: ca.private, cert: ca.cert },
    extensions: [
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
        ],
      },
    ],
  });
  const folder = mkdtempSync(join(tmpdir(), "tablewright-tls-"));
  const certPath = join(folder, "server.pem");
  const keyPath = join(folder, "server.key");
  writeFileSync(certPath, server.cert);
  writeFileSync(keyPath, server.private);
  return {
    ca: ca.cert,
    cert: server.cert,
    key: server.private,
    otherCa: (await authority("other")).cert,
    certPath,
    keyPath,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function authority(commonName: string): ReturnType<typeof generate> {
  return generate([{ name: "commonName", value: commonName }], {
    ...kind,
    notAfterDate: tomorrow(),
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, digitalSignature: true, critical: true },
    ],
  });
}

function tomorrow(): Date {
  return new Date(Date.now() + 24 * 60 * 60 * 1000);
}
