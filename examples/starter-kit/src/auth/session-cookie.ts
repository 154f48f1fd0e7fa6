import { createHmac, timingSafeEqual } from "node:crypto";

export const sessionMs = 7 * 24 * 60 * 60 * 1_000;

/** The value of a session cookie: who signed in and until when, and a signature that only this app can create. */
export function sealSession(userId: string, secret: string, now: number): string {
  const payload = Buffer.from(JSON.stringify({ userId, expiresAt: now + sessionMs })).toString("base64url");
  return `${payload}.${signatureOf(payload, secret).toString("base64url")}`;
}

/** The user id in the value of a session cookie, or null if it was forged, changed or has expired. */
export function openSession(value: string, secret: string, now: number): string | null {
  const [payload = "", signature = "", ...rest] = value.split(".");
  const expected = signatureOf(payload, secret);
  const actual = Buffer.from(signature, "base64url");
  if (rest.length > 0 || actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
  const { userId, expiresAt } = JSON.parse(Buffer.from(payload, "base64url").toString()) as {
    userId: string;
    expiresAt: number;
  };
  return expiresAt > now ? userId : null;
}

function signatureOf(payload: string, secret: string): Buffer {
  return createHmac("sha256", secret).update(payload).digest();
}
