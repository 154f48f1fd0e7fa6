import type { DomainEvent, ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import { noActivity } from "../src/activity/activity-records.ts";
import type { ActivityRecords } from "../src/activity/activity-records.ts";
import type { OutboxRecords } from "../src/events/outbox-records.ts";
import type { JobRecords } from "../src/jobs/job-records.ts";
import type { RoomRecords } from "../src/rooms/room-records.ts";
import { newRoom } from "./new-room.ts";

const project = "p1" as ProjectId;

export interface OutboxRecordsUnderTest extends AsyncDisposable {
  readonly outbox: OutboxRecords;
  readonly rooms: RoomRecords;
  readonly jobs: JobRecords;
  readonly activity: Pick<ActivityRecords, "write">;
}

/** What every OutboxRecords promises. Events are written with changes of rooms, positions with jobs and activity. */
export function outboxRecordsSuite(open: () => Promise<OutboxRecordsUnderTest>): void {
  const event = (roomId: string): DomainEvent => ({
    type: "roomCreated",
    data: { projectId: project, roomId, createdAt: "2026-11-01T00:00:00.000Z" },
  });
  const create = (rooms: RoomRecords, id: string) => rooms.insert(project, newRoom(id), { events: [event(id)] });
  const advance = ({ activity }: OutboxRecordsUnderTest, reader: string, seq: number) =>
    activity.write(noActivity, { advance: { reader, seq } });
  const roomsIn = async (outbox: OutboxRecords, reader: string, limit = 10) =>
    (await outbox.read(reader, limit)).map(({ event: { data } }) => data.roomId);

  test("[OB1] an event is stored exactly if its change is", async () => {
    await using under = await open();
    const { outbox, rooms } = under;
    await outbox.register("one");
    expect(await outbox.read("one", 10)).toEqual([]);
    await create(rooms, "a");
    expect(await create(rooms, "a")).toBeUndefined();
    expect(await outbox.read("one", 10)).toEqual([{ seq: expect.any(Number), event: event("a") }]);
    const deleted: DomainEvent = {
      type: "roomDeleted",
      data: { projectId: project, roomId: "a", deletedAt: "2026-11-01T00:00:00.000Z" },
    };
    expect(await rooms.delete(project, "a", 1, { events: [deleted] })).toBe(true);
    expect(await rooms.delete(project, "a", 1, { events: [deleted] })).toBe(false);
    expect((await outbox.read("one", 10)).map(({ event: { type } }) => type)).toEqual(["roomCreated", "roomDeleted"]);
  });

  test("[OB2] each reader receives every event from its registration on, in order", async () => {
    await using under = await open();
    const { outbox, rooms } = under;
    await outbox.register("one");
    await create(rooms, "a");
    await create(rooms, "b");
    await outbox.register("two");
    await create(rooms, "c");
    expect(await roomsIn(outbox, "one", 2)).toEqual(["a", "b"]);
    expect(await roomsIn(outbox, "one")).toEqual(["a", "b", "c"]);
    expect(await roomsIn(outbox, "two")).toEqual(["c"]);
    const [first] = await outbox.read("one", 1);
    await advance(under, "one", first!.seq);
    expect(await roomsIn(outbox, "one")).toEqual(["b", "c"]);
    // Registering again leaves a reader where it is, and no reader moves back.
    await outbox.register("one");
    await advance(under, "one", first!.seq - 1);
    expect(await roomsIn(outbox, "one")).toEqual(["b", "c"]);
    expect(await roomsIn(outbox, "unregistered")).toEqual([]);
  });

  test("[OB2] numbers rise, also behind events that every reader is past", async () => {
    await using under = await open();
    const { outbox, rooms } = under;
    await outbox.register("one");
    for (const id of ["a", "b"]) {
      await create(rooms, id);
      const found = await outbox.read("one", 10);
      expect(found.map(({ event: { data } }) => data.roomId)).toEqual([id]);
      await advance(under, "one", found[0]!.seq);
    }
    // None of them is left: a reader that registers now begins after them.
    await outbox.register("late");
    await create(rooms, "c");
    expect(await roomsIn(outbox, "late")).toEqual(["c"]);
    expect(await roomsIn(outbox, "one")).toEqual(["c"]);
  });

  test("[OB3] a reader's position moves together with what it writes, or not at all", async () => {
    await using under = await open();
    const { outbox, rooms, jobs } = under;
    await outbox.register("one");
    await create(rooms, "a");
    const { seq } = (await outbox.read("one", 1))[0]!;
    const lost = { id: 1, claim: "lost" };
    const added = { kind: "mail", createdAt: 1, payload: {} } as const;
    expect(await jobs.finish(lost, { jobs: [added], advance: { reader: "one", seq }, holding: lost })).toBe(false);
    expect([await roomsIn(outbox, "one"), await jobs.list()]).toEqual([["a"], []]);
    await jobs.add([added]);
    const { id } = (await jobs.claim("mail", "mine", 1, 2, 1))[0]!;
    expect(await jobs.finish({ id, claim: "mine" }, { advance: { reader: "one", seq } })).toBe(true);
    expect(await roomsIn(outbox, "one")).toEqual([]);
  });

  test("[OB3] a listener is notified of events once they are durable", async () => {
    await using under = await open();
    const { outbox, rooms } = under;
    let heard = 0;
    outbox.onAdded(() => void heard++);
    await create(rooms, "a");
    await create(rooms, "a");
    expect(heard).toBe(1);
  });
}
