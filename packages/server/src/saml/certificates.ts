import { X509Certificate } from "node:crypto";
import { WeftError } from "@weft/protocol";

/** A certificate with which an identity provider signs. */
export interface SigningCertificate {
  readonly pem: string;
  readonly subject: string;
  /** SHA-256, in hex. */
  readonly fingerprint: string;
  readonly expiresAt: number;
}

const leastBits = 2_048;

/**
 * Reads a certificate as people paste it: PEM, or base64 alone. Expired certificates are accepted: many identity providers
 * keep signing with them, and an owner decides which key to trust. The dashboard shows the expiry date.
 * @throws WeftError for what is none, and for keys that are not RSA of 2,048 bits or more
 */
export function readCertificate(text: string): SigningCertificate {
  const begin = text.split("-----BEGIN CERTIFICATE-----").length - 1;
  if (begin > 1) throw refused("must be one certificate each; add the others separately.");
  const base64 = text.replaceAll(/-----(BEGIN|END) CERTIFICATE-----/g, "").replaceAll(/\s+/g, "");
  let certificate: X509Certificate;
  try {
    if (!/^[\w+/]+={0,2}$/.test(base64)) throw new Error("It is not base64.");
    certificate = new X509Certificate(Buffer.from(base64, "base64"));
  } catch (cause) {
    throw refused("must be an X.509 certificate, as PEM.", cause);
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType !== "rsa" || (asymmetricKeyDetails?.modulusLength ?? 0) < leastBits)
    throw refused(`must have an RSA key of at least ${leastBits} bits.`);
  return {
    pem: certificate.toString().trim(),
    subject: commonName(certificate.subject),
    fingerprint: certificate.fingerprint256.replaceAll(":", "").toLowerCase(),
    expiresAt: Date.parse(certificate.validTo),
  };
}

function commonName(subject: string | undefined): string {
  const lines = (subject ?? "").split("\n");
  return (lines.find((line) => line.startsWith("CN=")) ?? lines[0] ?? "").replace(/^\w+=/, "");
}

function refused(rule: string, cause?: unknown): WeftError {
  return new WeftError("UNPROCESSABLE_ENTITY", { message: `Value at key 'certificates': ${rule}`, cause });
}
