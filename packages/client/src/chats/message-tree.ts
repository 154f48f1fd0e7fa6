/**
 * The messages of one chat. Answers are below their questions, and questions below the answers that they follow; where a message has
 * several below it, each begins a branch. Deleted messages stay for the sake of those below them, and are not shown.
 */
import { withDelta } from "@weft/protocol/ai/answer-parts";
import type { AiAssistantMessage, AiDelta, AiMessage, AiUserMessage } from "@weft/protocol/types";
import { partialObject } from "./partial-json.ts";

/** The messages beside a message of a chat, by id: its parent, and those of other branches. */
export interface MessageNavigation {
  /** The shown message above, or null. */
  readonly parent: string | null;
  /** The branches beside this one, by the messages that they begin with. */
  readonly prev: string | null;
  readonly next: string | null;
}

/** Each variant has the members of all, so that `content ?? contentSoFar` can be read. */
type WithAllMembers<Answer> = Answer extends AiAssistantMessage
  ? Answer & { readonly [K in Exclude<"content" | "contentSoFar" | "errorReason", keyof Answer>]?: undefined }
  : never;

/** A message of a chat, with those beside it. `_optimistic`: the server does not have it yet. */
export type ShownMessage = (AiUserMessage | WithAllMembers<AiAssistantMessage>) & {
  readonly navigation: MessageNavigation;
  readonly _optimistic?: true;
};

export type KnownMessage = AiMessage & { readonly _optimistic?: true };

export class MessageTree {
  readonly #messages = new Map<string, KnownMessage>();
  readonly #children = new Map<string | null, Set<string>>();
  /** JSON of arguments that arrive, by the answer whose last part they belong to. */
  readonly #arguments = new Map<string, string>();
  /** What was shown of each branch; the empty text stands for the newest. */
  readonly #shown = new Map<string, readonly ShownMessage[]>();
  readonly #fresh = new Set<string>();

  get all(): Iterable<KnownMessage> {
    return this.#messages.values();
  }

  get(id: string): KnownMessage | undefined {
    return this.#messages.get(id);
  }

  put(message: KnownMessage): void {
    const before = this.#messages.get(message.id);
    if (before !== undefined) this.#children.get(before.parentId)?.delete(message.id);
    this.#messages.set(message.id, message);
    const siblings = this.#children.get(message.parentId) ?? new Set();
    this.#children.set(message.parentId, siblings.add(message.id));
    if (message.role === "user" || message.status !== "generating") this.#arguments.delete(message.id);
    this.#fresh.clear();
  }

  /** What the server has: messages that it does not know are gone, unless they are on their way to it. */
  load(messages: readonly AiMessage[]): void {
    const known = new Set(messages.map(({ id }) => id));
    for (const message of Array.from(this.#messages.values()))
      if (!known.has(message.id) && message._optimistic !== true) this.#forget(message);
    for (const message of messages) this.put(message);
    this.#fresh.clear();
  }

  delete(id: string, deletedAt: string): void {
    const message = this.#messages.get(id);
    if (message === undefined) return;
    if (message.role === "user") this.put({ ...message, content: [], deletedAt });
    else if (message.status === "completed") this.put({ ...message, content: [], deletedAt });
    else this.put({ ...message, contentSoFar: [], deletedAt });
  }

  clear(): void {
    this.#messages.clear();
    this.#children.clear();
    this.#arguments.clear();
    this.#fresh.clear();
  }

  /** Applies a delta to an answer in progress, at an instant (ISO 8601). */
  apply(id: string, delta: AiDelta, at: string): void {
    const message = this.#messages.get(id);
    if (message?.role !== "assistant" || message.status !== "generating") return;
    let contentSoFar = withDelta(message.contentSoFar, delta, at);
    if (delta.type === "tool-stream") this.#arguments.set(id, "");
    else if (delta.type !== "tool-delta") this.#arguments.delete(id);
    else {
      const text = this.#arguments.get(id);
      const last = contentSoFar.findLastIndex(({ type }) => type !== "sources");
      const part = contentSoFar[last];
      if (text === undefined || part?.type !== "tool-invocation" || part.stage !== "receiving") return;
      this.#arguments.set(id, text + delta.delta);
      contentSoFar = contentSoFar.with(last, { ...part, partialArgs: partialObject(text + delta.delta) });
    }
    this.put({ ...message, contentSoFar: [...contentSoFar] });
  }

  /** Answers in progress are lost. */
  failAll(errorReason: string): void {
    for (const message of Array.from(this.#messages.values()))
      if (message.role === "assistant" && message.status === "generating" && message._optimistic !== true)
        this.put({ ...message, status: "failed", errorReason });
  }

  /**
   * The messages of a branch, from the first to the last: the branch of a message continues with the newest message below it. Without a
   * message, that of the newest. The same array, of the same messages, until something of it changes.
   */
  branch(through?: string): readonly ShownMessage[] {
    const key = through ?? "";
    const before = this.#shown.get(key);
    if (before !== undefined && this.#fresh.has(key)) return before;
    this.#fresh.add(key);
    const known = new Map(before?.map((message) => [message.id, message]));
    const shown = this.#path(through).map((message) => {
      const navigation = this.#navigation(message);
      const same = known.get(message.id);
      return same !== undefined && isSame(same, message, navigation) ? same : withNavigation(message, navigation);
    });
    const isUnchanged = before?.length === shown.length && shown.every((message, at) => message === before[at]);
    const result = isUnchanged ? before : shown;
    this.#shown.set(key, result);
    return result;
  }

  #forget({ id, parentId }: KnownMessage): void {
    this.#messages.delete(id);
    this.#children.get(parentId)?.delete(id);
  }

  #path(through: string | undefined): readonly KnownMessage[] {
    const start = through === undefined ? undefined : this.#messages.get(through);
    let end: KnownMessage | undefined;
    for (const message of this.#messages.values())
      if (message.deletedAt === undefined && (start === undefined || this.#isBelow(message, start)))
        if (end === undefined || message.createdAt > end.createdAt) end = message;
    const path: KnownMessage[] = [];
    for (let message = end; message !== undefined; message = this.#parent(message))
      if (message.deletedAt === undefined) path.unshift(message);
    return path;
  }

  #parent({ parentId }: KnownMessage): KnownMessage | undefined {
    return parentId === null ? undefined : this.#messages.get(parentId);
  }

  #isBelow(message: KnownMessage, ancestor: KnownMessage): boolean {
    for (let each: KnownMessage | undefined = message; each !== undefined; each = this.#parent(each))
      if (each.id === ancestor.id) return true;
    return false;
  }

  #navigation(message: KnownMessage): MessageNavigation {
    const siblings = Array.from(this.#children.get(message.parentId) ?? [], (id) => this.#messages.get(id)!)
      .filter(({ deletedAt }) => deletedAt === undefined)
      .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
    const at = siblings.indexOf(message);
    let parent = this.#parent(message);
    while (parent?.deletedAt !== undefined) parent = this.#parent(parent);
    return { parent: parent?.id ?? null, prev: siblings[at - 1]?.id ?? null, next: siblings[at + 1]?.id ?? null };
  }
}

const sources = new WeakMap<ShownMessage, KnownMessage>();

function withNavigation(message: KnownMessage, navigation: MessageNavigation): ShownMessage {
  const shown = { ...message, navigation };
  sources.set(shown, message);
  return shown;
}

function isSame(shown: ShownMessage, message: KnownMessage, { parent, prev, next }: MessageNavigation): boolean {
  const before = shown.navigation;
  return sources.get(shown) === message && before.parent === parent && before.prev === prev && before.next === next;
}

/** The parts of an answer, finished or not. */
export function contentOf(message: AiAssistantMessage) {
  return message.status === "completed" ? message.content : message.contentSoFar;
}
