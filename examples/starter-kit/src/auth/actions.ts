"use server";

import { redirect } from "next/navigation";
import { findPerson } from "./people.ts";
import { endSession, startSession } from "./session.ts";

export async function signIn(form: FormData): Promise<void> {
  const id = form.get("person");
  const person = typeof id === "string" ? await findPerson(id) : undefined;
  if (person === undefined) redirect("/sign-in");
  await startSession(person);
  redirect("/");
}

export async function signOut(): Promise<void> {
  await endSession();
  redirect("/sign-in");
}
