/** Threads and comments of the room. Edits are shown at once; those that are refused are taken back, with an error in the client's events. */
import type { ThreadData, ThreadsFilter } from "@weft/client";
import { commentEditsOf, threadsOf } from "@weft/client/framework";
import type { CommentEdits, PagedState } from "@weft/client/framework";
import type { Accessor } from "solid-js";
import { access, observedAccessor } from "./observed-accessor.ts";
import type { MaybeAccessor } from "./observed-accessor.ts";
import { useClient, useRoom } from "./providers.ts";

/** Threads of the room, oldest first. */
export function useThreads(filter: MaybeAccessor<ThreadsFilter> = {}): Accessor<PagedState<ThreadData>> {
  const client = useClient();
  const { id } = useRoom();
  return observedAccessor(() => threadsOf(client, id, access(filter)));
}

function edits(): CommentEdits {
  return commentEditsOf(useClient(), useRoom());
}

/** A function that creates a thread with its first comment, and answers it. */
export function useCreateThread(): CommentEdits["createThread"] {
  return edits().createThread;
}

/** A function that deletes a thread that the user has started. */
export function useDeleteThread(): CommentEdits["deleteThread"] {
  return edits().deleteThread;
}

/** A function that changes metadata of a thread: null removes an entry, and what is left out stays. */
export function useEditThreadMetadata(): CommentEdits["editThreadMetadata"] {
  return edits().editThreadMetadata;
}

/** A function that marks a thread as resolved. */
export function useMarkThreadAsResolved(): CommentEdits["markThreadAsResolved"] {
  return edits().markThreadAsResolved;
}

/** A function that marks a thread as not resolved. */
export function useMarkThreadAsUnresolved(): CommentEdits["markThreadAsUnresolved"] {
  return edits().markThreadAsUnresolved;
}

/** A function that marks a thread as read. */
export function useMarkThreadAsRead(): CommentEdits["markThreadAsRead"] {
  return edits().markThreadAsRead;
}

/** A function that subscribes the user to a thread. */
export function useSubscribeToThread(): CommentEdits["subscribeToThread"] {
  return edits().subscribeToThread;
}

/** A function that ends the user's subscription to a thread. */
export function useUnsubscribeFromThread(): CommentEdits["unsubscribeFromThread"] {
  return edits().unsubscribeFromThread;
}

/** A function that adds a comment to a thread, and answers it. */
export function useCreateComment(): CommentEdits["createComment"] {
  return edits().createComment;
}

/** A function that edits a comment. Attachments and metadata that are left out stay. */
export function useEditComment(): CommentEdits["editComment"] {
  return edits().editComment;
}

/** A function that changes metadata of a comment: null removes an entry, and what is left out stays. */
export function useEditCommentMetadata(): CommentEdits["editCommentMetadata"] {
  return edits().editCommentMetadata;
}

/** A function that deletes a comment. With the last comment, the thread is deleted too. */
export function useDeleteComment(): CommentEdits["deleteComment"] {
  return edits().deleteComment;
}

/** A function that adds a reaction of the user to a comment. */
export function useAddReaction(): CommentEdits["addReaction"] {
  return edits().addReaction;
}

/** A function that removes a reaction of the user from a comment. */
export function useRemoveReaction(): CommentEdits["removeReaction"] {
  return edits().removeReaction;
}
