/**
 * The connections of users to their chats, and what each of them has loaded.
 *
 * Clients break on a message whose ancestors they do not have. So messages, deltas and settled answers of a chat go only to
 * connections that have loaded it; chats and deletions go to all of the user's. Connections of other processes are sent what
 * happens here by signals.
 */
import type { AiEvent } from "@weft/protocol";
import type { SignalOf, Signals } from "../signals/signals.ts";
import type { ChatOwner } from "./chat-records.ts";

/** A connection of a user. */
export interface ChatClient {
  /** Like no other connection's, of any process. */
  readonly id: string;
  readonly owner: ChatOwner;
  /** The chats whose messages it has. */
  readonly loaded: Set<string>;
  send(event: AiEvent): void;
}

/** The connections of one user to this process. */
interface UserClients extends Disposable {
  readonly clients: Set<ChatClient>;
}

export class ChatClients {
  readonly #signals: Signals;
  readonly #byOwner = new Map<string, UserClients>();

  constructor(signals: Signals) {
    this.#signals = signals;
  }

  add(client: ChatClient): void {
    const key = keyOf(client.owner);
    const known = this.#byOwner.get(key) ?? this.#follow(key);
    this.#byOwner.set(key, known);
    known.clients.add(client);
  }

  remove(client: ChatClient): void {
    const key = keyOf(client.owner);
    const known = this.#byOwner.get(key);
    if (known === undefined) return;
    known.clients.delete(client);
    if (known.clients.size > 0) return;
    known[Symbol.dispose]();
    this.#byOwner.delete(key);
  }

  /** Of this process. */
  count(owner: ChatOwner): number {
    return this.#byOwner.get(keyOf(owner))?.clients.size ?? 0;
  }

  /** To all connections of the user, except one. */
  toAll(owner: ChatOwner, event: AiEvent, except?: ChatClient): void {
    this.#signals.publish({ type: "chatEvent", address: keyOf(owner), event, except: except?.id });
  }

  /** To the user's connections that have loaded the chat. */
  toLoaded(owner: ChatOwner, chatId: string, event: AiEvent, except?: ChatClient): void {
    this.#signals.publish({ type: "chatEvent", address: keyOf(owner), chatId, event, except: except?.id });
  }

  /** Those of this process, of all users. */
  *all(): Iterable<ChatClient> {
    for (const { clients } of this.#byOwner.values()) yield* clients;
  }

  #follow(key: string): UserClients {
    const clients = new Set<ChatClient>();
    const subscription = this.#signals.subscribeTo("chatEvent", key, (signal) => send(clients, signal));
    return { clients, [Symbol.dispose]: () => subscription[Symbol.dispose]() };
  }
}

function send(clients: ReadonlySet<ChatClient>, { event, chatId, except }: SignalOf<"chatEvent">): void {
  for (const client of clients)
    if (client.id !== except && (chatId === undefined || client.loaded.has(chatId))) client.send(event);
}

/** One text for the owner of chats. */
export function keyOf({ project, organizationId, userId }: ChatOwner): string {
  return JSON.stringify([project, organizationId, userId]);
}
