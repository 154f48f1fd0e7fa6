/** A page that enters a room and loads Storage. It notes when each step was done, in milliseconds since its navigation. */
import { createClient, LiveList } from "family/client";

interface Settings {
  readonly baseUrl: string;
  readonly room: string;
}
const { settings } = globalThis as unknown as { readonly settings: Settings };
const marks: Record<string, number> = {};
Object.assign(globalThis, { marks });

/** Notes the first time that something happens. */
function mark(name: string): void {
  marks[name] ??= performance.now();
}

mark("evaluated");
const { fetch, WebSocket } = globalThis;
const polyfills = {
  async fetch(url: string, init?: RequestInit) {
    mark("authorizing");
    const answer = await fetch(url, init);
    mark("authorized");
    return answer;
  },
  WebSocket: class extends WebSocket {
    constructor(url: string) {
      super(url);
      mark("opening");
      this.addEventListener("open", () => mark("open"));
      this.addEventListener("message", () => mark("firstFrame"));
    }

    override send(data: string): void {
      mark("sent");
      super.send(data);
    }
  },
};
const client = createClient({ baseUrl: settings.baseUrl, authEndpoint: "/auth", polyfills });
const initialStorage = { items: new LiveList([]) };
const { room } = client.enterRoom(settings.room, { initialPresence: {}, initialStorage });
const { root } = await room.getStorage();
mark("loaded");
if (room.getStatus() !== "connected" || Object.keys(root.toJSON()).length === 0)
  throw new Error("Storage was loaded without a connection, or without its contents.");
