/** The client and the room of components. */
import type { Client, ClientOptions, EnterOptions, Room } from "@weft/client";
import { clientFor, visitRoom } from "@weft/client/framework";
import { createComponent, createContext, onCleanup, onMount, Show, splitProps, untrack, useContext } from "solid-js";
import type { Component, JSX } from "solid-js";

const ClientContext = createContext<Client>();
const RoomContext = createContext<Room>();

/** Props of WeftProvider: a client, or the options of a new one. */
export type ClientScopeProps = (ClientOptions | { readonly client: Client }) & { readonly children?: JSX.Element };

/**
 * Gives the components in it a client. It is created once, with the options of the first render.
 *
 * @example
 * <WeftProvider authEndpoint="/api/auth"><App /></WeftProvider>
 */
export function WeftProvider(props: ClientScopeProps): JSX.Element {
  const [, options] = splitProps(props, ["children"]);
  const client = untrack(() => clientFor("client" in options ? options.client : { ...(options as ClientOptions) }));
  return createComponent(ClientContext.Provider, {
    value: client,
    get children() {
      return props.children;
    },
  });
}

interface KeyedShowProps {
  readonly when: string;
  readonly keyed: true;
  readonly children: (id: string) => JSX.Element;
}
const KeyedShow = Show as unknown as Component<KeyedShowProps>;

/** Props of RoomProvider. */
export interface RoomScopeProps extends EnterOptions {
  readonly id: string;
  readonly children?: JSX.Element;
}

/**
 * Enters the room for as long as it is there. With another `id`, it leaves the room, and its children are created anew in the other
 * one. On servers the room does not connect.
 *
 * @example
 * <RoomProvider id="document-1" initialPresence={{ cursor: null }}><Page /></RoomProvider>
 */
export function RoomProvider(props: RoomScopeProps): JSX.Element {
  const client = useClient();
  const enter = (id: string): JSX.Element => {
    const { room, mounted, leave } = untrack(() => {
      const { initialPresence, initialStorage, autoConnect } = props;
      return visitRoom(client, id, { initialPresence, initialStorage, autoConnect });
    });
    onMount(mounted);
    onCleanup(leave);
    return createComponent(RoomContext.Provider, {
      value: room,
      get children() {
        return props.children;
      },
    });
  };
  return createComponent(KeyedShow, {
    get when() {
      return props.id;
    },
    keyed: true,
    children: enter,
  });
}

/** The client. Throws where there is no WeftProvider around the component. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error("This component has no client: put a WeftProvider around it.");
  return client;
}

/** The room. Throws where there is no RoomProvider around the component. */
export function useRoom(): Room {
  const room = useContext(RoomContext);
  if (room === undefined) throw new Error("This component is not in a room: put a RoomProvider around it.");
  return room;
}
