import { shallow, useMutation, useStorage } from "@weft/react";
import { newId, readVisitor } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import { longestText, mostMessages } from "./room-types.ts";
import type { Message } from "./room-types.ts";

/** The messages of the room, and how to send one. A message that was written offline is sent when the connection is back. */
export function useMessages() {
  const messages = useStorage((root) => readMessages(root.messages), shallow);
  const send = useMutation(({ storage }, author: Visitor, text: string) => {
    const list = storage.get("messages");
    list.push({ id: newId(), author, text, sentAt: Date.now() });
    while (list.length > mostMessages) list.delete(0);
  }, []);
  return { messages, send };
}

/** Any client may store anything in a public room. */
function readMessages(value: unknown): readonly Message[] {
  return Array.isArray(value) ? value.filter(isMessage) : [];
}

function isMessage(value: unknown): value is Message {
  if (typeof value !== "object" || value === null) return false;
  const { id, author, text, sentAt } = value as Partial<Record<string, unknown>>;
  return (
    typeof id === "string" &&
    typeof text === "string" &&
    text.length <= longestText &&
    Number.isFinite(sentAt) &&
    typeof author === "object" &&
    readVisitor(author).name !== ""
  );
}
