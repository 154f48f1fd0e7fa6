/**
 * What bindings to frameworks of user interfaces have in common: rooms of components, values that they subscribe to, and edits.
 * `@weft/vue`, `@weft/svelte` and `@weft/solid` are thin layers on top of it.
 */
export {
  type CommentToCreate,
  type CommentEdits,
  commentEditsOf,
  type CommentPlace,
  type CommentRevision,
  type InboxEdits,
  inboxEditsOf,
  type ThreadToCreate,
} from "./comment-edits.ts";
export type { LoadState, PagedState } from "./lazy-query.ts";
export { type MutationScope, type Mutator, mutatorOf, type PresenceSetter } from "./mutator.ts";
export { type Equality, type ObservedValue, selected } from "./observed-value.ts";
export { inboxOf, roomInfoOf, threadsOf, unreadCountOf, userInfoOf } from "./queries.ts";
export { type HistoryControls, syncStatusOf, valuesOf, type ValuesOfRoom } from "./room-values.ts";
export { clientFor, isServer, type RoomVisit, visitRoom } from "./room-visit.ts";
