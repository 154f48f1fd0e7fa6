/**
 * What went wrong, as applications learn of it: in `client.events.error`, and as the error of calls that fail.
 *
 * Messages are for people. `context.type` says what was tried, `code` what the server answered.
 */
import type { Json, JsonObject } from "@weft/protocol/types";

/** What was tried when an error occurred, with what it was tried on. */
export type ErrorContext =
  | {
      readonly type: "ROOM_CONNECTION_ERROR";
      /** The code with which the connection was closed; -1 if there was no credential, and so no connection. */
      readonly code: number;
      readonly roomId: string;
    }
  | { readonly type: "AI_CONNECTION_ERROR"; readonly code: number }
  | { readonly type: "LARGE_MESSAGE_ERROR"; readonly roomId?: string }
  | { readonly type: "STORAGE_REFUSED_ERROR"; readonly roomId: string; readonly opIds: readonly string[] }
  /** The user may not read Storage. */
  | { readonly type: "STORAGE_FORBIDDEN_ERROR"; readonly roomId: string }
  | { readonly type: "REQUEST_ERROR"; readonly roomId?: string }
  | {
      readonly type: "FEED_REQUEST_ERROR";
      readonly roomId: string;
      readonly requestId: string;
      readonly code: string;
      readonly reason?: string;
    }
  | CommentsErrorContext;

type OfThread<T extends string, More = unknown> = {
  readonly type: T;
  readonly roomId: string;
  readonly threadId: string;
} & More;
type OfComment<T extends string, More = unknown> = OfThread<T, { readonly commentId: string } & More>;

export type CommentsErrorContext =
  | OfComment<
      "CREATE_THREAD_ERROR",
      {
        readonly body: JsonObject;
        readonly visibility: "public" | "private";
        readonly metadata: JsonObject;
        readonly commentMetadata: JsonObject;
      }
    >
  | OfThread<
      | "DELETE_THREAD_ERROR"
      | "MARK_THREAD_AS_RESOLVED_ERROR"
      | "MARK_THREAD_AS_UNRESOLVED_ERROR"
      | "SUBSCRIBE_TO_THREAD_ERROR"
      | "UNSUBSCRIBE_FROM_THREAD_ERROR"
    >
  | OfThread<"EDIT_THREAD_METADATA_ERROR", { readonly metadata: JsonObject }>
  | OfComment<"EDIT_COMMENT_METADATA_ERROR", { readonly metadata: JsonObject }>
  | OfComment<
      "CREATE_COMMENT_ERROR" | "EDIT_COMMENT_ERROR",
      { readonly body: JsonObject; readonly metadata: JsonObject }
    >
  | OfComment<"DELETE_COMMENT_ERROR">
  | OfComment<"ADD_REACTION_ERROR" | "REMOVE_REACTION_ERROR", { readonly emoji: string }>
  | {
      readonly type: "MARK_INBOX_NOTIFICATION_AS_READ_ERROR";
      readonly inboxNotificationId: string;
      readonly roomId?: string;
    }
  | { readonly type: "DELETE_INBOX_NOTIFICATION_ERROR"; readonly inboxNotificationId: string }
  | { readonly type: "MARK_ALL_INBOX_NOTIFICATIONS_AS_READ_ERROR" | "DELETE_ALL_INBOX_NOTIFICATIONS_ERROR" }
  | { readonly type: "UPDATE_ROOM_SUBSCRIPTION_SETTINGS_ERROR"; readonly roomId: string }
  | { readonly type: "UPDATE_NOTIFICATION_SETTINGS_ERROR" };

export interface ErrorDetails {
  /** Of the server's answer, such as `THREAD_NOT_FOUND`; by default the context's type. */
  readonly code?: string;
  /** HTTP status of the answer. */
  readonly status?: number;
  readonly suggestion?: string;
  /** URL of a page about it. */
  readonly docs?: string;
  readonly cause?: unknown;
  /** Everything that the server answered. */
  readonly answer?: Json;
}

/** An error of a room or of a call: `context` says what was tried, `code`, `status` and `suggestion` what the server answered. */
export class ClientError extends Error {
  override name = "WeftError";
  readonly context: ErrorContext;
  readonly code: string;
  readonly status: number | undefined;
  readonly suggestion: string | undefined;
  readonly docs: string | undefined;
  readonly answer: Json | undefined;

  constructor(message: string, context: ErrorContext, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.context = context;
    this.code = details.code ?? context.type;
    this.status = details.status;
    this.suggestion = details.suggestion;
    this.docs = details.docs;
    this.answer = details.answer;
  }

  get roomId(): string | undefined {
    return "roomId" in this.context ? this.context.roomId : undefined;
  }
}
