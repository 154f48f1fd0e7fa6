import { expect, test } from "vitest";
import { openSession, sealSession, sessionMs } from "./session-cookie.ts";

const secret = "a secret of the app, for its tests";
const now = 1_700_000_000_000;

test("a session names its user until it expires", () => {
  const value = sealSession("ada", secret, now);
  expect(openSession(value, secret, now)).toBe("ada");
  expect(openSession(value, secret, now + sessionMs - 1)).toBe("ada");
  expect(openSession(value, secret, now + sessionMs)).toBeNull();
});

test("a session that was forged or changed names no one", () => {
  const value = sealSession("ada", secret, now);
  const [payload, signature] = value.split(".") as [string, string];
  const other = Buffer.from(JSON.stringify({ userId: "ben", expiresAt: now + sessionMs })).toString("base64url");
  for (const forged of [
    "",
    ".",
    payload,
    `${payload}.`,
    `${other}.${signature}`,
    `${payload}.${signature.slice(0, -2)}`,
    `${value}.${signature}`,
    sealSession("ada", "the secret of another app, for its own", now),
  ])
    expect(openSession(forged, secret, now)).toBeNull();
});
