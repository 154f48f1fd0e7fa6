/**
 * What the processes of a server tell each other.
 *
 *     publish ─┬─► listeners of this process, before it returns
 *              └─► listeners of every other process, soon: those of one process in its order
 *
 * - A signal makes a process learn of a change sooner. It may be lost, so everything that it carries is stored
 *   elsewhere, except for counts of attempts, calls and usage: a process that misses them counts its own. Where a signal is missed, caches expire, jobs and events are polled for, and connections are checked
 *   again when the process notices that it may have missed some.
 * - A publisher has made the change durable before.
 * - Nothing of what rooms do with each message is a signal: rooms have one owner, which calls reach.
 */
import type { AiEvent, CommentEvent, JobKind, ProjectId, RoomId } from "@weft/protocol";
import type { EventRecord, RequestRecord } from "../activity/activity-records.ts";

/** Every signal, by its type, with what it carries: plain data, which JSON holds. */
export interface SignalTable {
  /** The record of a room was changed or deleted, or its id was given to another room. */
  readonly roomChanged: RoomName;
  /** The accesses of a room were changed: connections whose rights changed are to be closed. */
  readonly roomAccessesChanged: RoomName;
  /** A room was deleted or renamed: its id is to be erased from what is not written yet. */
  readonly roomErased: RoomName;
  /** A project, or one of its keys, was changed or deleted. */
  readonly projectChanged: OfProject;
  /** A thread was changed, which the connections of its room are told. */
  readonly threadChanged: RoomName & { readonly event: CommentEvent; readonly visibility: "public" | "private" };
  /** The keys that sign the tokens of a project were changed. */
  readonly signingKeysChanged: OfProject;
  /** All connections of a project are to be closed. */
  readonly disconnectProject: OfProject;
  /** All connections of a user of a project are to be closed. */
  readonly disconnectUser: OfProject & { readonly userId: string };
  /** Jobs were added: of each kind, when the first of them is due. */
  readonly jobsAdded: { readonly jobs: readonly { readonly kind: JobKind; readonly dueAt: number }[] };
  /** Domain events were added to the outbox. */
  readonly eventsAdded: object;
  /** Endpoints of webhooks were changed. */
  readonly webhookEndpointsChanged: object;
  /** The demo receiver has received a request, which pages at every process show. */
  readonly demoRequestReceived: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly receivedAt: string;
  };
  /** Pages at a process show what the demo receiver receives. */
  readonly demoReceiverUsed: object;
  /** An event of the activity of a project, which is its address. */
  readonly eventListed: Addressed & { readonly event: EventRecord };
  /** A request to the REST API in a project, which is its address. */
  readonly requestListed: Addressed & { readonly request: RequestRecord };
  /** Something for the connections of the owner of chats, who is its address. */
  readonly chatEvent: Addressed & {
    readonly event: AiEvent;
    /** For those alone that have loaded this chat. */
    readonly chatId?: string;
    /** Not for this connection. */
    readonly except?: string;
  };
  /** An answer is to be ended by the process that generates it. */
  readonly abortAnswer: AnswerName;
  /** Answers whose messages were deleted: one, or all of a chat. */
  readonly answersDropped: { readonly owner: UserName; readonly messageId?: string; readonly chatId?: string };
  /** The process that generates an answer is to send it whole, to a connection that has missed the beginning. */
  readonly answerWanted: AnswerName;
  /** As much was taken of a limit that all processes share. */
  readonly takenTogether: { readonly name: string; readonly key: string; readonly amount: number };
  /** The connections to a project that a node of a cluster has now. */
  readonly connectionsCounted: OfProject & { readonly node: string; readonly count: number };
  /** Attempts were counted towards a limit, or given back, which is a negative count. */
  readonly attemptsCounted: { readonly limit: string; readonly key: string; readonly count: number };
}

interface AnswerName {
  readonly owner: UserName;
  readonly messageId: string;
}

interface OfProject {
  readonly project: ProjectId;
}
/** A user of a project, in one organization. */
interface UserName extends OfProject {
  readonly organizationId: string;
  readonly userId: string;
}
interface RoomName extends OfProject {
  readonly room: RoomId;
}
/** Of interest to few processes: those with a listener of this address. */
interface Addressed {
  readonly address: string;
}

export type SignalType = keyof SignalTable;
export type SignalOf<T extends SignalType> = { readonly type: T } & SignalTable[T];
export type Signal = { [T in SignalType]: SignalOf<T> }[SignalType];
export type AddressedType = { [T in SignalType]: SignalTable[T] extends Addressed ? T : never }[SignalType];

/** Which process has published a signal. */
export type Origin = "here" | "elsewhere";

/** It is called while something happens, so it must neither throw nor take long. */
export type SignalListener<T extends SignalType> = (signal: SignalOf<T>, from: Origin) => void;

export interface Signals {
  publish(signal: Signal): void;
  subscribe<T extends Exclude<SignalType, AddressedType>>(type: T, listener: SignalListener<T>): Disposable;
  /** Signals with this address alone. */
  subscribeTo<T extends AddressedType>(type: T, address: string, listener: SignalListener<T>): Disposable;
  /** Signals of other processes may have been lost, and arrive again from now on. */
  onMissed(listener: () => void): Disposable;
}
