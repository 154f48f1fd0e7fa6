/** What the examples with comments share: comments that a room begins with, and a scripted person in previews. */
export { inTurn } from "./in-turn.ts";
export { commentIdOf, commentOf, everyoneMentioned, mentionOf, threadIdOf, writeThreads } from "./sample-threads.ts";
export type { SampleComment, SampleThread } from "./sample-threads.ts";
export { useScriptedPerson } from "./use-scripted-person.ts";
export type { Scene } from "./use-scripted-person.ts";
export { useFollowAll } from "./use-follow-all.ts";
export { useSample } from "./use-sample.ts";
export { useUnread } from "./use-unread.ts";
