/**
 * The connections of users to their chats, and what each of them has loaded.
 *
 * Clients break on a message whose ancestors they do not have. So messages, deltas and settled answers of a chat go only to
 * connections that have loaded it; chats and deletions go to all of the user's.
 */
import type { AiEvent, AiMessage } from "@weft/protocol";
import type { ChatOwner } from "./chat-records.ts";

/** A connection of a user. */
export interface ChatClient {
  readonly owner: ChatOwner;
  /** The chats whose messages it has. */
  readonly loaded: Set<string>;
  send(event: AiEvent): void;
}

export class ChatClients {
  readonly #clients = new Map<string, Set<ChatClient>>();

  add(client: ChatClient): void {
    const key = keyOf(client.owner);
    const clients = this.#clients.get(key) ?? new Set();
    this.#clients.set(key, clients.add(client));
  }

  remove(client: ChatClient): void {
    const key = keyOf(client.owner);
    const clients = this.#clients.get(key);
    clients?.delete(client);
    if (clients?.size === 0) this.#clients.delete(key);
  }

  count(owner: ChatOwner): number {
    return this.#clients.get(keyOf(owner))?.size ?? 0;
  }

  /** To all connections of the user, except one. */
  toAll(owner: ChatOwner, event: AiEvent, except?: ChatClient): void {
    for (const client of this.#clients.get(keyOf(owner)) ?? []) if (client !== except) client.send(event);
  }

  /** To the user's connections that have loaded the chat. */
  toLoaded(owner: ChatOwner, chatId: string, event: AiEvent, except?: ChatClient): void {
    for (const client of this.#clients.get(keyOf(owner)) ?? [])
      if (client !== except && client.loaded.has(chatId)) client.send(event);
  }

  messages(owner: ChatOwner, chatId: string, messages: readonly AiMessage[], except?: ChatClient): void {
    this.toLoaded(owner, chatId, { event: "sync", messages: [...messages] }, except);
  }
}

/** One text for the owner of chats. */
export function keyOf({ project, organizationId, userId }: ChatOwner): string {
  return JSON.stringify([project, organizationId, userId]);
}
