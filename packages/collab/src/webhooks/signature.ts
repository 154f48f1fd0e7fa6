import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Signatures of webhook requests, as Standard Webhooks defines them: `v1,` and the base64 of an HMAC-SHA-256 over
 * `<id>.<timestamp>.<body>`, under the bytes that follow `whsec_` in the secret.
 */
const prefix = "whsec_";
const secretBytes = 24;

/** A new signing secret. */
export function createWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString("base64");
}

export interface SignedRequest {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  readonly body: string;
}

/** The value of the `webhook-signature` header: one signature for each secret. */
export function signaturesOf({ id, timestamp, body }: SignedRequest, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    })
    .join(" ");
}

/** Whether one of a header's signatures is that of one of the secrets. */
export function isSignedWith(request: SignedRequest, header: string, secrets: readonly string[]): boolean {
  const expected = secrets.map((secret) => Buffer.from(signaturesOf(request, [secret])));
  return header.split(" ").some((signature) => {
    const sent = Buffer.from(signature);
    return expected.some((own) => own.length === sent.length && timingSafeEqual(own, sent));
  });
}
