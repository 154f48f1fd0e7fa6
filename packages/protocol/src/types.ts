/** Types of what crosses a wire, and nothing that is loaded: bodies, messages, ops and events, without their schemas. */
export type * from "./ai/index.ts";
export type * from "./client-limits.ts";
export type * from "./comment-body.ts";
export type * from "./compat.ts";
export type * from "./errors.ts";
export type * from "./feed.ts";
export type * from "./ids.ts";
export type * from "./json.ts";
export type * from "./limits.ts";
export type * from "./permission.ts";
export type * from "./rest/index.ts";
export type * from "./socket/index.ts";
export type * from "./webhook.ts";
