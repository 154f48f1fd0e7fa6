/** Yjs documents in rooms: one provider for each room, with subdocuments and awareness. */
export { Awareness, type AwarenessChange } from "./awareness.ts";
export type { DocumentRoom } from "./document-room.ts";
export {
  type DocumentStatus,
  type ProviderOptions,
  WeftYjsProvider,
  WeftYjsProvider as LiveblocksYjsProvider,
} from "./provider.ts";
export { getYjsProviderForRoom } from "./provider-of-room.ts";
