/** The client and the room of components: provided to all that are in them, and to the effect scope that provides them. */
import type { Client, ClientOptions, EnterOptions, Room } from "@weft/client";
import { clientFor, visitRoom } from "@weft/client/framework";
import {
  defineComponent,
  getCurrentInstance,
  getCurrentScope,
  h,
  hasInjectionContext,
  inject,
  markRaw,
  onMounted,
  onScopeDispose,
  provide,
} from "vue";
import type { DefineSetupFnComponent, EffectScope, InjectionKey, Plugin } from "vue";

const clientKey: InjectionKey<Client> = Symbol("weft client");
const roomKey: InjectionKey<Room> = Symbol("weft room");
/** A component does not inject what it provides itself. */
const ofScope = new WeakMap<EffectScope, Map<symbol, unknown>>();

function provideHere<T>(key: InjectionKey<T>, value: T): void {
  const scope = getCurrentScope();
  if (scope !== undefined) {
    let own = ofScope.get(scope);
    if (own === undefined) ofScope.set(scope, (own = new Map()));
    own.set(key, value);
  }
  if (getCurrentInstance() !== null) provide(key, value);
}

function find<T>(key: InjectionKey<T>): T | undefined {
  const scope = getCurrentScope();
  const own = scope === undefined ? undefined : ofScope.get(scope)?.get(key);
  return (own as T | undefined) ?? (hasInjectionContext() ? inject(key, undefined) : undefined);
}

/**
 * The plugin that gives an application its client: one that exists, or a new one with these options.
 *
 * @example
 * createApp(App).use(createWeft({ authEndpoint: "/api/auth" })).mount("#app");
 */
export function createWeft(options: Client | ClientOptions): Plugin & { readonly client: Client } {
  const client = markRaw(clientFor(options));
  return { client, install: (app) => void app.provide(clientKey, client) };
}

/** Gives the components in this one a client, where the application has no plugin, or another client. */
export function provideClient(options: Client | ClientOptions): Client {
  const client = markRaw(clientFor(options));
  provideHere(clientKey, client);
  return client;
}

/** The client. Throws where there is none. */
export function useClient(): Client {
  const client = find(clientKey);
  if (client === undefined)
    throw new Error("This component has no client: call `app.use(createWeft(…))`, or `provideClient(…)` above it.");
  return client;
}

/**
 * Enters a room for as long as the component, or the effect scope, is there. The component and those in it may use it. On servers the
 * room does not connect.
 */
export function provideRoom(id: string, options: EnterOptions = {}): Room {
  const { room, mounted, leave } = visitRoom(useClient(), id, options);
  provideHere(roomKey, markRaw(room));
  if (getCurrentScope() !== undefined) onScopeDispose(leave);
  if (getCurrentInstance() === null) mounted();
  else onMounted(mounted);
  return room;
}

/** The room. Throws where there is none. */
export function useRoom(): Room {
  const room = find(roomKey);
  if (room === undefined)
    throw new Error("This component is not in a room: put a RoomProvider around it, or call `provideRoom(…)`.");
  return room;
}

/** Props of RoomProvider. */
export interface ProvidedRoomProps extends EnterOptions {
  readonly id: string;
}

const InRoom = defineComponent<{ readonly id: string; readonly options: EnterOptions }>(
  ({ id, options }, { slots }) => {
    provideRoom(id, options);
    return () => slots["default"]?.();
  },
  { props: ["id", "options"] },
);

/**
 * Enters the room for as long as it is mounted. With another `id`, it leaves the room, and what is in the slot is created anew in the
 * other one.
 *
 * @example
 * <RoomProvider id="document-1" :initial-presence="{ cursor: null }"><Page /></RoomProvider>
 */
export const RoomProvider: DefineSetupFnComponent<ProvidedRoomProps> = defineComponent<ProvidedRoomProps>(
  (props, { slots }) =>
    () => {
      const { id, ...options } = props;
      return h(InRoom, { key: id, id, options }, slots);
    },
  { name: "RoomProvider", props: ["id", "initialPresence", "initialStorage", "autoConnect"] },
);
