import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TestCertificates {
  /** A certificate authority of our own, PEM. */
  readonly ca: string;
  /** For `localhost` and `127.0.0.1`, signed by `ca`. */
  readonly cert: string;
  readonly key: string;
  /** An authority that signed nothing. */
  readonly otherCa: string;
  /** The files of `cert` and `key`, for servers that want paths. */
  readonly certPath: string;
  readonly keyPath: string;
  remove(): void;
}

/** Makes certificates that live for a day with the `openssl` command. */
export function makeCertificates(): TestCertificates {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-tls-"));
  const path = (name: string): string => join(folder, name);
  const openssl = (...parameters: string[]): void => {
    execFileSync("openssl", parameters, { stdio: "pipe" });
  };
  const authority = (name: string): void => {
    const files = ["-keyout", path(`${name}.key`), "-out", path(`${name}.pem`)];
    const constraint = ["-addext", "basicConstraints=critical,CA:TRUE"];
    openssl(
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-days",
      "1",
      "-subj",
      `/CN=${name}`,
      ...constraint,
      ...files,
    );
  };
  authority("ca");
  authority("other");
  openssl(
    "req",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-subj",
    "/CN=localhost",
    "-keyout",
    path("server.key"),
    "-out",
    path("server.csr"),
  );
  writeFileSync(path("server.ext"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n");
  const signer = ["-CA", path("ca.pem"), "-CAkey", path("ca.key"), "-CAcreateserial"];
  openssl(
    "x509",
    "-req",
    "-days",
    "1",
    "-in",
    path("server.csr"),
    ...signer,
    "-extfile",
    path("server.ext"),
    "-out",
    path("server.pem"),
  );
  return {
    ca: readFileSync(path("ca.pem"), "utf8"),
    cert: readFileSync(path("server.pem"), "utf8"),
    key: readFileSync(path("server.key"), "utf8"),
    otherCa: readFileSync(path("other.pem"), "utf8"),
    certPath: path("server.pem"),
    keyPath: path("server.key"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
