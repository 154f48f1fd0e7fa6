/** For clients that do not run by the time of their page, as in tests: `@weft/client/environment`. */
export { type ClientEnvironment, createClientIn } from "./client.ts";
export { type Access, type AccessResource, accessOf, allows } from "./connection/access.ts";
export type { SocketLike, Timers } from "./connection/reconnecting-socket.ts";
/** What a room otherwise loads when Storage is used for the first time. A test whose time stands still has it from the start. */
export { StorageSync } from "./storage/storage-sync.ts";
