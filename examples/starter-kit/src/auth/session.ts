/**
 * ┌──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────┐
 * │ YOUR AUTHENTICATION GOES HERE. The demo signs in anyone as one of its people, without a password. Replace            │
 * │ `currentUser` with your session, and the sign-in page with yours. All permissions are decided from `currentUser`.    │
 * └──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────┘
 */
import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { readSetting } from "../weft/settings.ts";
import { findPerson } from "./people.ts";
import type { Person } from "./people.ts";
import { openSession, sealSession, sessionMs } from "./session-cookie.ts";

const cookieName = "session";

/** The signed-in user, or null. */
export async function currentUser(): Promise<Person | null> {
  const cookie = (await cookies()).get(cookieName);
  if (cookie === undefined) return null;
  const userId = openSession(cookie.value, readSetting("SESSION_SECRET"), Date.now());
  return userId === null ? null : ((await findPerson(userId)) ?? null);
}

/** The signed-in user. Anyone else is sent to the sign-in page. */
export async function requireUser(): Promise<Person> {
  return (await currentUser()) ?? redirect("/sign-in");
}

export async function startSession(person: Person): Promise<void> {
  const isHttps = (await headers()).get("x-forwarded-proto") === "https";
  (await cookies()).set(cookieName, sealSession(person.id, readSetting("SESSION_SECRET"), Date.now()), {
    httpOnly: true,
    sameSite: "lax",
    secure: isHttps,
    maxAge: sessionMs / 1_000,
    path: "/",
  });
}

export async function endSession(): Promise<void> {
  (await cookies()).delete(cookieName);
}
