/**
 * Developer tools for the rooms of a page. They see what its clients send and receive, through the class of sockets that the clients
 * are given, and change nothing of it unless a network is simulated.
 */
import { SimulatedNetwork } from "./network.ts";
import type { SocketClass, WatchedSocket } from "./network.ts";
import { openPanel } from "./panel/panel.ts";
import type { DevtoolsPanel, PanelSource } from "./panel/panel.ts";
import { RoomTrace } from "./room-trace.ts";
import type { ObservedClient } from "./room-trace.ts";

/** How the tools are created. */
export interface DevtoolsOptions {
  /** The class whose sockets are used. By default that of the page. */
  readonly WebSocket?: SocketClass;
}

/** The tools of a page, from {@link createDevtools}. */
export interface Devtools extends PanelSource {
  /** For `polyfills` of the clients that are to be observed. */
  readonly WebSocket: new (url: string | URL) => WatchedSocket;
  /** Shows presence and Storage of this client's rooms, too. Answers a function that ends it. */
  observe(client: ObservedClient): () => void;
  /** Shows the panel at the bottom of the page, or in an element. In a page that has it open, it is shown once. */
  open(parent?: HTMLElement): DevtoolsPanel;
}

/**
 * Creates the tools of a page, before its clients.
 *
 * @example
 * const devtools = createDevtools();
 * const client = createClient({ authEndpoint: "/api/auth", polyfills: { WebSocket: devtools.WebSocket } });
 * devtools.observe(client);
 * devtools.open();
 */
export function createDevtools(options: DevtoolsOptions = {}): Devtools {
  const network = new SimulatedNetwork();
  const rooms = new Map<string, RoomTrace>();
  const clients = new Set<ObservedClient>();
  const listeners = new Set<() => void>();
  let panel: DevtoolsPanel | undefined;
  const changed = () => {
    for (const listener of Array.from(listeners)) listener();
  };

  function roomOf(id: string): RoomTrace {
    const known = rooms.get(id);
    if (known !== undefined) return known;
    const record = new RoomTrace({ id, now: Date.now, changed });
    rooms.set(id, record);
    return record;
  }

  const follow = (record: RoomTrace) => {
    for (const client of clients) {
      const room = client.getRoom(record.id);
      if (room !== null) return record.follow(room);
    }
  };

  const tools: Devtools = {
    WebSocket: network.through(options.WebSocket ?? globalThis.WebSocket, (url) => {
      const { pathname, searchParams } = new URL(url);
      const record = roomOf(searchParams.get("roomId") ?? `Chats (${pathname})`);
      // By then, the client has the room that it opened the socket for.
      return record.tap(() => follow(record));
    }),
    observe(client) {
      clients.add(client);
      for (const record of rooms.values()) follow(record);
      return () => void clients.delete(client);
    },
    open(parent) {
      panel ??= openPanel(tools, parent ?? document.body, () => (panel = undefined));
      return panel;
    },
    network: {
      get conditions() {
        return network.conditions;
      },
      set(change) {
        network.set(change);
        changed();
      },
    },
    get rooms() {
      return Array.from(rooms.values());
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return tools;
}
