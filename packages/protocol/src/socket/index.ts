/** What crosses a WebSocket: messages in both directions, their codes, and the decoder of frames. */
export * from "./client-message.ts";
export * from "./comment-event.ts";
export * from "./decode.ts";
export * from "./decode-text.ts";
export * from "./document.ts";
export * from "./feed.ts";
export * from "./file.ts";
export * from "./frame-scan.ts";
export * from "./message-type.ts";
export * from "./op.ts";
export * from "./presence.ts";
export * from "./server-message.ts";
export * from "./storage.ts";
export * from "./text.ts";
export * from "./version.ts";
