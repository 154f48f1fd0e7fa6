/** The thread of `openOlderClient`. */
import { parentPort, workerData } from "node:worker_threads";
import { createClient, LiveList, LiveMap, LiveObject } from "@liveblocks/client-1";
import type { Json, JsonObject } from "@liveblocks/client-1";
import { WebSocket } from "ws";
import type { OlderClientOptions, OlderRequests } from "./older-client.ts";

type Shared = {
  shared: LiveObject<{
    list: LiveList<string>;
    map: LiveMap<string, number>;
    object: LiveObject<{ [key: string]: number }>;
  }>;
};

const { baseUrl, roomId, token, presence } = workerData as OlderClientOptions;
const options = {
  // Not in the types of this generation.
  baseUrl,
  authEndpoint: async () => ({ token }),
  throttle: 16,
  polyfills: { WebSocket, fetch },
};
const client = createClient(options);
const { room, leave } = client.enterRoom<JsonObject, Shared, never, Json>(roomId, {
  initialPresence: presence,
  initialStorage: {
    shared: new LiveObject({ list: new LiveList<string>([]), map: new LiveMap(), object: new LiveObject({}) }),
  },
});
const events: JsonObject[] = [];
const errors: string[] = [];
room.subscribe("event", ({ event }) => events.push(event as JsonObject));
room.subscribe("error", ({ message }) => errors.push(message));
const { root } = await room.getStorage();
const shared = () => root.get("shared");

const requests: OlderRequests = {
  present: (patch) => room.updatePresence(patch),
  broadcast: (event) => room.broadcastEvent(event),
  push: (item) => shared().get("list").push(item),
  setInMap: (key, value) => shared().get("map").set(key, value),
  setInObject: (key, value) => shared().get("object").set(key, value),
  move: (from, to) => shared().get("list").move(from, to),
  undo: () => room.history.undo(),
  state: () => ({
    status: room.getStatus(),
    connectionId: room.getSelf()?.connectionId,
    others: room
      .getOthers()
      .map(({ connectionId, id, presence: theirs }) => ({ connectionId, id, presence: theirs as never })),
    storage: JSON.parse(
      JSON.stringify(shared().toImmutable(), (_, value: unknown) =>
        value instanceof Map ? Object.fromEntries(value) : value,
      ),
    ),
    events,
    errors,
  }),
  leave: () => leave(),
};
parentPort!.on("message", ({ id, name, args }: { id: number; name: keyof OlderRequests; args: never }) => {
  try {
    parentPort!.postMessage({ id, value: requests[name](...(args as [never, never])) });
  } catch (error) {
    parentPort!.postMessage({ id, failure: String(error) });
  }
});
