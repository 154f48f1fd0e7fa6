import * as Y from "yjs";
import type { DocumentRoom } from "./document-room.ts";
import { WeftYjsProvider } from "./provider.ts";
import type { ProviderOptions } from "./provider.ts";

/** Shared by all copies of this package in a page: a room has one document, whichever of them is asked for it. */
const key = Symbol.for("weft.yjs.providers");
const shared = globalThis as { [key]?: WeakMap<DocumentRoom, WeftYjsProvider> };
const providers = (shared[key] ??= new WeakMap<DocumentRoom, WeftYjsProvider>());

/**
 * The provider of a room's document: the same one each time, so that components may ask for it as often as they render. It ends with
 * the room. Options count when it is made.
 *
 * @param forceNewProvider destroys the provider that there is, and makes another one with a document of its own.
 */
export function getYjsProviderForRoom(
  room: DocumentRoom,
  options: ProviderOptions = {},
  forceNewProvider = false,
): WeftYjsProvider {
  const known = providers.get(room);
  if (known !== undefined && !known.isDestroyed) {
    if (!forceNewProvider) return known;
    known.destroy();
  }
  const provider = new WeftYjsProvider(room, new Y.Doc(), options);
  providers.set(room, provider);
  return provider;
}
