/**
 * What is known of the protocol without a schema: codes of messages, ops and closes, errors, limits that clients keep, and
 * the checks that are written by hand. Browsers and threads import it, so that nothing here loads zod or Node.js.
 */
export { clientHeader } from "./client-header.ts";
export { clientLimits } from "./client-limits.ts";
export { type ErrorBody, type ErrorCode, errorPage, errors, WeftError } from "./errors.ts";
export { isJsonObject } from "./json-object.ts";
export { roomLimits } from "./room-limits.ts";
export { CloseCode } from "./socket/close-code.ts";
export { decodeFileData } from "./socket/decode-file.ts";
export { decodeTextData, decodeTextOperations } from "./socket/decode-text.ts";
export { ClientMessageType, ServerMessageType, serverActor } from "./socket/message-type.ts";
export { ackNodeId, NodeType, OpType, rootId } from "./socket/op-type.ts";
export { protocolVersion, type ProtocolVersion, versions } from "./socket/version.ts";
export { isStorable, storableRule, toStorable } from "./storable-text.ts";
