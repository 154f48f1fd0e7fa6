/** The messages of a page's sockets, newest last: as many as a reader looks at, and no more. */
import { ClientMessageType, ServerMessageType } from "@weft/protocol/codes";
import type { MessageDirection } from "./network.ts";

/** One message between a client and the server. */
export interface LoggedMessage {
  /** Counts from 1 within the page. */
  readonly number: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly direction: MessageDirection;
  /** By the protocol, such as `updateStorage`; commands and events of chats by theirs. */
  readonly name: string;
  /** Characters as it was sent. */
  readonly size: number;
  /** Undefined where it was longer than {@link longestKept}. */
  readonly content: unknown;
}

export const messagesKept = 500;
/** In characters. Longer messages, such as a large Storage, are logged without their content. */
export const longestKept = 20_000;

/** The latest messages of a room. */
export class MessageLog {
  #messages: LoggedMessage[] = [];
  #count = 0;

  get messages(): readonly LoggedMessage[] {
    return this.#messages;
  }

  /** Adds what a frame contains: one message, or several. */
  add(direction: MessageDirection, messages: readonly unknown[], at: number): void {
    for (const content of messages) {
      const size = JSON.stringify(content).length;
      this.#messages.push({
        number: ++this.#count,
        at,
        direction,
        name: nameOf(direction, content),
        size,
        content: size > longestKept ? undefined : content,
      });
    }
    // In portions, so that a full log is not copied with every message.
    if (this.#messages.length > messagesKept * 2) this.#messages = this.#messages.slice(-messagesKept);
  }

  clear(): void {
    this.#messages = [];
  }
}

const names = {
  sent: new Map(Object.entries(ClientMessageType).map(([name, code]) => [code as number, name])),
  received: new Map(Object.entries(ServerMessageType).map(([name, code]) => [code as number, name])),
} as const;

function nameOf(direction: MessageDirection, content: unknown): string {
  if (typeof content !== "object" || content === null) return JSON.stringify(content);
  const { type, cmd, event } = content as Readonly<Record<string, unknown>>;
  if (typeof type === "number") return names[direction].get(type) ?? String(type);
  return [cmd, event].find((name) => typeof name === "string") ?? "message";
}
