import type { Limits, ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import type { LocalRoomHost, RoomEdge, RoomEffects, RoomEvents, Uploads } from "../src/index.ts";
import { createRoomEdge, openRoomHost } from "../src/index.ts";
import { copyingEnter } from "./copying-host.ts";
import type { FakeDocuments } from "./fake-documents.ts";
import { createFakeDocuments } from "./fake-documents.ts";
import type { ManualClock, ManualStore } from "./fakes.ts";
import {
  bareSeal as bareFrame,
  createManualClock,
  createManualStore,
  limitsWith,
  noEffects,
  noUploads,
  silentEvents,
} from "./fakes.ts";

/** The one room of a test. */
export const testRoom: RoomAddress = { project: "p" as ProjectId, room: "r" as RoomId };

export interface TestHost {
  readonly host: LocalRoomHost;
  /** Its sockets are on another node. */
  readonly edge: RoomEdge;
  readonly clock: ManualClock;
  readonly store: ManualStore;
  readonly documents: FakeDocuments;
}

export interface TestHostOptions {
  readonly limits?: Partial<Limits>;
  readonly events?: Partial<RoomEvents>;
  readonly uploads?: Uploads;
  readonly effects?: RoomEffects;
}

/** A host on fakes: time, flushes and documents go on when the test says so. */
export function openTestHost(options: TestHostOptions = {}): TestHost {
  const { limits, events, uploads = noUploads, effects = noEffects } = options;
  const clock = createManualClock();
  const store = createManualStore();
  const documents = createFakeDocuments();
  let ids = 0;
  const host = openRoomHost({
    store,
    documents,
    uploads,
    effects,
    clock,
    limits: limitsWith(limits),
    events: { ...silentEvents, ...events },
    random: () => `id${ids++}`,
  });
  const edge = createRoomEdge({ host: { enter: copyingEnter(host) }, clock, toFrame: bareFrame });
  return { host, edge, clock, store, documents };
}
