import type {
  AiAnswerStatus,
  AiAssistantPart,
  AiUserPart,
  ChatMetadata,
  ChatMetadataFilter,
  ProjectId,
} from "@weft/protocol";

/** Whose chats: they are private to one user of one organization of a project. */
export interface ChatOwner {
  readonly project: ProjectId;
  readonly organizationId: string;
  readonly userId: string;
}

/** A chat as it is stored. Instants are milliseconds since the epoch. */
export interface ChatRecord {
  readonly id: string;
  /** Empty until there is one. */
  readonly title: string;
  readonly metadata: ChatMetadata;
  readonly createdAt: number;
  readonly lastMessageAt?: number;
}

interface MessageBase {
  readonly id: string;
  readonly chatId: string;
  readonly parentId: string | null;
  /** Strictly increasing within a chat. */
  readonly createdAt: number;
  readonly deletedAt?: number;
}

export interface UserMessageRecord extends MessageBase {
  readonly role: "user";
  readonly content: readonly AiUserPart[];
}

export interface AnswerRecord extends MessageBase {
  readonly role: "assistant";
  readonly status: AiAnswerStatus;
  readonly content: readonly AiAssistantPart[];
  readonly errorReason?: string;
  readonly copilotId?: string;
  /** What its continuation needs and clients never see: options of the question, the provider's own record of each step. */
  readonly run: AnswerRun;
}

/** What generating an answer took. The time that it waited for results of tools is left out. */
export interface AnswerMeasure {
  /** Until the first text or reasoning. */
  readonly firstMs?: number;
  readonly totalMs: number;
  /** Tokens of all calls of the model; absent if the provider does not report them. */
  readonly input?: number;
  readonly output?: number;
}

/** JSON, private to the server. */
export interface AnswerRun {
  readonly stream: boolean;
  readonly timeoutMs: number;
  /** Calls of the model so far. */
  readonly steps: number;
  /** Of provider and model: the record of steps is used only with the same. */
  readonly model?: string;
  /** The provider-shaped messages of each step, as JSON text. */
  readonly record: readonly string[];
  /** Absent for answers of earlier releases. */
  readonly measure?: AnswerMeasure;
  /** For the model alone: what tools said about their results, by invocation id. */
  readonly descriptions: Readonly<Record<string, string>>;
}

export type ChatMessageRecord = UserMessageRecord | AnswerRecord;

export interface ChatSlice {
  readonly limit: number;
  readonly after?: { readonly at: number; readonly id: string };
  readonly metadata?: ChatMetadataFilter;
}

export interface ChatPage {
  /** Milliseconds since the epoch; 0 for the first page. */
  readonly after: number;
  readonly bytes: number;
}

export interface ChatContents {
  readonly messages: number;
  readonly bytes: number;
  /** When the newest message was created; 0 without one. */
  readonly lastAt: number;
}

/** To which process an answer in progress belongs, and until when. Instants are milliseconds since the epoch. */
export interface Lease {
  readonly node: string;
  readonly now: number;
  readonly until: number;
}

/** An answer whose process is gone. */
export interface AbandonedAnswer {
  readonly owner: ChatOwner;
  readonly chatId: string;
  readonly messageId: string;
}

/**
 * Where chats are stored. Writes are durable when they answer; all rows of one call commit together. Every call names the
 * owner: the chats of one user never meet those of another.
 */
export interface ChatRecords {
  /** By `lastMessageAt`, else `createdAt`, the newest first; ties by id. */
  list(owner: ChatOwner, slice: ChatSlice): Promise<readonly ChatRecord[]>;
  find(owner: ChatOwner, chatId: string): Promise<ChatRecord | undefined>;
  /** Stores the chat unless it exists; answers the one that is stored. "full" if the user has `most` chats. */
  create(owner: ChatOwner, chat: ChatRecord, most: number): Promise<ChatRecord | "full">;
  /** Sets the title if the chat has none. False otherwise. */
  setTitle(owner: ChatOwner, chatId: string, title: string): Promise<boolean>;
  /** Chats of a project whose last message, or else creation, is from before then, the oldest first. */
  expired(
    project: ProjectId,
    before: number,
    limit: number,
  ): Promise<readonly { readonly owner: ChatOwner; readonly id: string }[]>;
  /** Deletes the chat and its messages. */
  delete(owner: ChatOwner, chatId: string): Promise<void>;
  /** Deletes the messages, and clears `lastMessageAt`. */
  clear(owner: ChatOwner, chatId: string): Promise<void>;

  /**
   * Messages of the chat that were created after an instant, deleted ones included, in the order of `createdAt`: about so many
   * bytes of them, and at least one. None once all were read.
   */
  page(owner: ChatOwner, chatId: string, page: ChatPage): Promise<readonly ChatMessageRecord[]>;
  /** What a chat holds, without reading it. Nothing if there is no such chat. */
  contents(owner: ChatOwner, chatId: string): Promise<ChatContents>;
  /** Bytes of all chats of the user in the organization: messages, titles and metadata. */
  bytes(owner: ChatOwner): Promise<number>;
  message(owner: ChatOwner, messageId: string): Promise<ChatMessageRecord | undefined>;
  /** Adds messages to the chat and sets `lastMessageAt`; an answer that generates gets a lease. False if there is no chat. */
  add(owner: ChatOwner, chatId: string, messages: readonly ChatMessageRecord[], lease: Lease): Promise<boolean>;
  /**
   * Replaces an answer that is `generating`, and renews its lease, or ends it if the answer no longer generates. False if
   * another node has a lease that has not ended, or the message was deleted or has settled.
   */
  write(owner: ChatOwner, answer: AnswerRecord, lease: Lease): Promise<boolean>;
  /**
   * Replaces an answer that awaits tools, if its content still is as it was read; one that generates again gets a lease.
   * False otherwise.
   */
  resume(owner: ChatOwner, before: AnswerRecord, after: AnswerRecord, lease: Lease): Promise<boolean>;
  /** Marks the message as deleted and removes its content. False if it does not exist. */
  deleteMessage(owner: ChatOwner, messageId: string, at: number): Promise<boolean>;

  /** Answers that generate under a lease that ended before an instant, at most `limit`. */
  abandoned(before: number, limit: number): Promise<readonly AbandonedAnswer[]>;
  /** Chats of the user with an answer in progress, or one that ended at an instant or later. */
  recent(owner: ChatOwner, since: number): Promise<readonly string[]>;
  eraseUser(project: ProjectId, userId: string): Promise<void>;
  eraseProject(project: ProjectId): Promise<void>;
}
