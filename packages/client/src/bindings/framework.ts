/**
 * What bindings to frameworks of user interfaces have in common: rooms of components, values that they subscribe to, and edits.
 * `@weft/vue`, `@weft/svelte` and `@weft/solid` are thin layers on top of it, and `@weft/react` uses its parts.
 */
export {
  type CommentToCreate,
  type CommentEdits,
  commentEditsOf,
  type CommentPlace,
  type CommentRevision,
  createComment,
  createThread,
  type InboxEdits,
  inboxEditsOf,
  type ThreadToCreate,
} from "./comment-edits.ts";
export { cachedQuery, editComments, loadCommentsOnce, loadedComments, preloadComments } from "./comments-part.ts";
export { DeferredQuery } from "./deferred-query.ts";
export type { LoadState, PagedState } from "./lazy-query.ts";
export { type MutationScope, type Mutator, mutatorOf, type PresenceSetter } from "./mutator.ts";
export { type Equality, type ObservedValue, selected } from "./observed-value.ts";
export { inboxOf, roomInfoOf, threadsOf, unreadCountOf, userInfoOf } from "./queries.ts";
export { type HistoryControls, historyControlsOf, syncStatusOf, valuesOf, type ValuesOfRoom } from "./room-values.ts";
export { clientFor, isServer, type RoomVisit, visitRoom } from "./room-visit.ts";
