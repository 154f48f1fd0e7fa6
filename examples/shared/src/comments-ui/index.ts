/** What the examples with Weft's components for comments share. */
export { CommentsPage } from "./comments-page.tsx";
export { ThreadFilter } from "./thread-filter.tsx";
export type { Shown } from "./thread-filter.tsx";
export { usePlacement } from "./use-placement.ts";
