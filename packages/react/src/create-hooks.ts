/** All hooks of a context, and contexts that are bound to a client. */
import type {
  AppCommentMetadata,
  AppFeedMessageData,
  AppFeedMetadata,
  AppPresence,
  AppRoomEvent,
  AppStorage,
  AppThreadMetadata,
  AppUserMeta,
  UserMeta,
  Client,
} from "@weft/client";
import { createContext, createElement, useContext } from "react";
import type { Context, ReactElement, ReactNode } from "react";
import { ClientContext, RoomContext } from "./contexts.ts";
import { clientHooks } from "./hooks/client.ts";
import { connectionHooks } from "./hooks/connection.ts";
import type { ClientHooks, RoomHooks, SuspendingRoomHooks } from "./hooks/hook-types.ts";
import { feedHooks } from "./hooks/feeds.ts";
import { presenceHooks } from "./hooks/presence.ts";
import { createScope } from "./hooks/scope.ts";
import { storageHooks } from "./hooks/storage.ts";
import { threadHooks } from "./hooks/threads.ts";
import { versionHooks } from "./hooks/versions.ts";
import { createRoomProvider } from "./room-provider.ts";
import type { AnyClient, AnyRoom } from "./room.ts";

/** What `createRoomContext` answers. */
export type RoomContextBundle<
  P extends object = AppPresence,
  S extends object = AppStorage,
  U extends UserMeta = AppUserMeta,
  E = AppRoomEvent,
  TM = AppThreadMetadata,
  CM = AppCommentMetadata,
  FM = AppFeedMetadata,
  FMD = AppFeedMessageData,
> = RoomHooks<P, S, U, E, TM, CM, FM, FMD> &
  ClientHooks<false, U, TM, CM> & {
    readonly suspense: SuspendingRoomHooks<P, S, U, E, TM, CM, FM, FMD> & ClientHooks<true, U, TM, CM>;
  };

/** The hooks of rooms in a context. Their types are those of the app, which callers give them: `RoomHooks`. */
export function roomHooks(
  context: Context<AnyRoom | null>,
  RoomProvider: ReturnType<typeof createRoomProvider>,
  suspends: boolean,
  bound?: AnyClient,
): object {
  const scope = createScope(context, suspends);
  return {
    RoomContext: context,
    RoomProvider,
    ...connectionHooks(scope),
    ...presenceHooks(scope),
    ...storageHooks(scope),
    ...threadHooks(scope, bound),
    ...versionHooks(scope, bound),
    ...feedHooks(scope),
  };
}

/**
 * Hooks and a RoomProvider for the rooms of one client, with types of their own. Contexts may be nested: each set of hooks is about
 * the rooms of its own RoomProvider. Hooks that are imported from the package are about the innermost.
 *
 * @example
 * const client = createClient({ authEndpoint: "/api/auth" });
 * export const { RoomProvider, useOthers, suspense } = createRoomContext<Presence, Storage>(client);
 */
export function createRoomContext<
  P extends object = AppPresence,
  S extends object = AppStorage,
  U extends UserMeta = AppUserMeta,
  E = AppRoomEvent,
  TM = AppThreadMetadata,
  CM = AppCommentMetadata,
  FM = AppFeedMetadata,
  FMD = AppFeedMessageData,
>(client: Client<U>): RoomContextBundle<P, S, U, E, TM, CM, FM, FMD> {
  const bound = client as unknown as AnyClient;
  const context = createContext<AnyRoom | null>(null);
  const RoomProvider = createRoomProvider(context, bound);
  return {
    ...roomHooks(context, RoomProvider, false, bound),
    ...clientHooks(false, bound),
    suspense: { ...roomHooks(context, RoomProvider, true, bound), ...clientHooks(true, bound) },
  } as unknown as RoomContextBundle<P, S, U, E, TM, CM, FM, FMD>;
}

export interface ClientContextHooks<
  Suspends extends boolean,
  U extends UserMeta = AppUserMeta,
  TM = AppThreadMetadata,
  CM = AppCommentMetadata,
> extends ClientHooks<Suspends, U, TM, CM> {
  /** Gives the client to the hooks that are imported from the package. Those of the bundle need no provider. */
  readonly LiveblocksProvider: (props: { readonly children?: ReactNode }) => ReactElement;
  readonly WeftProvider: (props: { readonly children?: ReactNode }) => ReactElement;
  /** Whether there is a RoomProvider around the component. */
  readonly useIsInsideRoom: () => boolean;
}

/** What `createWeftContext` answers. */
export interface ClientContextBundle<
  U extends UserMeta = AppUserMeta,
  TM = AppThreadMetadata,
  CM = AppCommentMetadata,
> extends ClientContextHooks<false, U, TM, CM> {
  readonly suspense: ClientContextHooks<true, U, TM, CM>;
}

/**
 * Hooks of one client that need no room.
 *
 * @example
 * export const { WeftProvider, useSyncStatus } = createWeftContext(client);
 */
export function createWeftContext<U extends UserMeta = AppUserMeta, TM = AppThreadMetadata, CM = AppCommentMetadata>(
  client: Client<U>,
): ClientContextBundle<U, TM, CM> {
  const bound = client as unknown as AnyClient;
  const BoundProvider = ({ children }: { readonly children?: ReactNode }) =>
    createElement(ClientContext.Provider, { value: bound }, children);
  const own = {
    useIsInsideRoom: () => useContext(RoomContext) !== null,
    LiveblocksProvider: BoundProvider,
    WeftProvider: BoundProvider,
  };
  return {
    ...clientHooks(false, bound),
    ...own,
    suspense: { ...clientHooks(true, bound), ...own },
  } as unknown as ClientContextBundle<U, TM, CM>;
}
