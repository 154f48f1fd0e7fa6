/** What the examples with Weft's components for comments share. */
export { CommentsPage } from "./comments-page.tsx";
export { DraftPin } from "./draft-pin.tsx";
export { FilteredThreadList, useShownThreads } from "./filtered-thread-list.tsx";
export { PinnedThread } from "./pinned-thread.tsx";
export { ThreadFilter } from "./thread-filter.tsx";
export type { Shown } from "./thread-filter.tsx";
export { ThreadList } from "./thread-list.tsx";
export type { ListedThread } from "./thread-list.tsx";
export { usePlacement } from "./use-placement.ts";
export { threadElementId, useThreadSteps } from "./use-thread-steps.ts";
