/**
 * The connections of users to their chats, and what each of them has loaded.
 *
 * Clients break on a message whose ancestors they do not have. So messages, deltas and settled answers of a chat go only to
 * connections that have loaded it; chats and deletions go to all of the user's. Connections of other processes are sent what
 * happens here by signals.
 *
 * What two processes change at the same time may reach their connections in different orders. Then each of them sends the
 * chats again, as they are stored.
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
  /** When this process last said that it had changed something. */
  changedAt: number;
}

export interface ChatClientsOptions {
  readonly signals: Signals;
  readonly now: () => number;
  /** Another process has changed these chats when this one had just changed something, too. */
  readonly crossed: (client: ChatClient, chatIds: readonly string[]) => void;
}

/** Signals of changes that were made at the same time arrive within this time. */
const crossedMs = 2_000;

export class ChatClients {
  readonly #options: ChatClientsOptions;
  readonly #byOwner = new Map<string, UserClients>();

  constructor(options: ChatClientsOptions) {
    this.#options = options;
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
    this.#publish({ type: "chatEvent", address: keyOf(owner), event, except: except?.id });
  }

  /** To the user's connections that have loaded the chat. */
  toLoaded(owner: ChatOwner, chatId: string, event: AiEvent, except?: ChatClient): void {
    this.#publish({ type: "chatEvent", address: keyOf(owner), chatId, event, except: except?.id });
  }

  /** Those of this process, of all users. */
  *all(): Iterable<ChatClient> {
    for (const { clients } of this.#byOwner.values()) yield* clients;
  }

  #publish(signal: SignalOf<"chatEvent">): void {
    const known = this.#byOwner.get(signal.address);
    if (known !== undefined && signal.event.event === "sync") known.changedAt = this.#options.now();
    this.#options.signals.publish(signal);
  }

  #follow(key: string): UserClients {
    const { signals, now, crossed } = this.#options;
    const clients = new Set<ChatClient>();
    const subscription = signals.subscribeTo("chatEvent", key, (signal, from) => {
      send(clients, signal);
      if (from === "here" || now() - known.changedAt >= crossedMs) return;
      const chatIds = chatsIn(signal.event);
      if (chatIds.length > 0) for (const client of clients) crossed(client, chatIds);
    });
    const known: UserClients = {
      clients,
      changedAt: -Infinity,
      [Symbol.dispose]: () => subscription[Symbol.dispose](),
    };
    return known;
  }
}

function send(clients: ReadonlySet<ChatClient>, { event, chatId, except }: SignalOf<"chatEvent">): void {
  for (const client of clients)
    if (client.id !== except && (chatId === undefined || client.loaded.has(chatId))) client.send(event);
}

/** The chats that an event changes, but for the text of an answer. */
function chatsIn(event: AiEvent): readonly string[] {
  if (event.event !== "sync") return [];
  const named = [...(event.messages ?? []), ...(event["-messages"] ?? [])].map(({ chatId }) => chatId);
  const chats = (event.chats ?? []).map(({ id }) => id);
  return [...new Set([...named, ...chats, ...(event["-chats"] ?? []), ...(event.clear ?? [])])];
}

/** One text for the owner of chats. */
export function keyOf({ project, organizationId, userId }: ChatOwner): string {
  return JSON.stringify([project, organizationId, userId]);
}
