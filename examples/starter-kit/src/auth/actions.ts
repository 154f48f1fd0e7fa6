"use server";

import { redirect } from "next/navigation";
import { findPerson } from "./people.ts";
import { endSession, startSession } from "./session.ts";

export async function signIn(form: FormData): Promise<void> {
  const person = await findPerson(String(form.get("person")));
  if (person === undefined) redirect("/sign-in");
  await startSession(person);
  redirect("/");
}

export async function signOut(): Promise<void> {
  await endSession();
  redirect("/sign-in");
}
