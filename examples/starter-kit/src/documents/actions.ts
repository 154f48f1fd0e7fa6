"use server";

/** What users do with documents. Anyone can call a server action with anything, so each checks the user and its input. */
import { WeftError } from "@weft/node";
import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { findPerson, listGroups } from "../auth/people.ts";
import { currentUser, requireUser } from "../auth/session.ts";
import { accessOf, readAccess } from "./access.ts";
import type { Access, Grantee } from "./access.ts";
import type { ActionState } from "./action-state.ts";
import { documentKinds, longestName, readName } from "./document.ts";
import type { Document } from "./document.ts";
import * as documents from "./documents.ts";

/** An expected failure; its message is for the user. */
class Refused extends Error {}

export async function createDocument(form: FormData): Promise<void> {
  const user = await requireUser();
  const kind = documentKinds.find((one) => one === form.get("kind")) ?? "text";
  const id = await documents.createDocument(user, kind, kind === "text" ? "Untitled text" : "Untitled whiteboard");
  redirect(`/documents/${id}`);
}

export async function renameDocument(id: string, _previous: ActionState, form: FormData): Promise<ActionState> {
  return attempt(async () => {
    await documentToChange(id);
    const name = readName(form.get("name"));
    if (name === null) throw new Refused(`Enter a name of 1 to ${longestName} characters.`);
    await documents.renameDocument(id, name);
  });
}

export async function shareDocument(id: string, grantee: Grantee, access: Access): Promise<ActionState> {
  return attempt(async () => {
    const document = await documentToChange(id);
    const level = readAccess(access);
    if (level === null) throw new Refused("Choose an access level.");
    if (grantee.kind === "person" && (await findPerson(grantee.id)) === undefined)
      throw new Refused("This person doesn't exist. Choose someone from the list.");
    if (grantee.kind === "group" && !(await listGroups()).some((group) => group.id === grantee.id))
      throw new Refused("This group doesn't exist. Choose one from the list.");
    if (grantee.kind === "person" && grantee.id === document.ownerId)
      throw new Refused("The owner of a document can always edit it.");
    await documents.setAccess(id, grantee, level);
  });
}

export async function deleteDocument(id: string, _previous: ActionState): Promise<ActionState> {
  const state = await attempt(async () => {
    await documentToChange(id);
    await documents.deleteDocument(id);
  });
  if (state.kind === "success") redirect("/");
  return state;
}

/** The document, if the user may change it. */
async function documentToChange(id: string): Promise<Document> {
  const user = await currentUser();
  if (user === null) throw new Refused("Your session has expired. Sign in again.");
  const document = typeof id === "string" ? await documents.findDocument(id) : null;
  const access = document === null ? "none" : accessOf(document.accesses, user);
  if (document === null || access === "none")
    throw new Refused("This document doesn't exist, or it isn't shared with you.");
  if (access === "read") throw new Refused("You can view this document, but you can't change it.");
  return document;
}

async function attempt(action: () => Promise<void>): Promise<ActionState> {
  try {
    await action();
  } catch (error) {
    if (error instanceof Refused) return { kind: "error", message: error.message };
    if (error instanceof WeftError) {
      console.error(error);
      return { kind: "error", message: `The change couldn't be saved: ${error.message}` };
    }
    throw error;
  }
  refresh();
  return { kind: "success" };
}
