import type { Limits, ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import type { LocalRoomHost, RoomEvents, Uploads } from "../src/index.ts";
import { openRoomHost } from "../src/index.ts";
import type { FakeDocuments } from "./fake-documents.ts";
import { createFakeDocuments } from "./fake-documents.ts";
import type { ManualClock, ManualStore } from "./fakes.ts";
import {
  bareSeal as bareFrame,
  createManualClock,
  createManualStore,
  limitsWith,
  noUploads,
  silentEvents,
} from "./fakes.ts";

/** The one room of a test. */
export const testRoom: RoomAddress = { project: "p" as ProjectId, room: "r" as RoomId };

export interface TestHost {
  readonly host: LocalRoomHost;
  readonly clock: ManualClock;
  readonly store: ManualStore;
  readonly documents: FakeDocuments;
}

export interface TestHostOptions {
  readonly limits?: Partial<Limits>;
  readonly events?: Partial<RoomEvents>;
  readonly uploads?: Uploads;
}

/** A host on fakes: time, flushes and documents go on when the test says so. */
export function openTestHost({ limits, events, uploads = noUploads }: TestHostOptions = {}): TestHost {
  const clock = createManualClock();
  const store = createManualStore();
  const documents = createFakeDocuments();
  let ids = 0;
  const host = openRoomHost({
    store,
    documents,
    uploads,
    clock,
    limits: limitsWith(limits),
    toFrame: bareFrame,
    events: { ...silentEvents, ...events },
    random: () => `id${ids++}`,
  });
  return { host, clock, store, documents };
}
