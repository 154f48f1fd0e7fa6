import type { RoomId } from "@weft/protocol";
import { expect, test } from "vitest";
import type { Tombstone } from "../notifications/inbox-records.ts";
import { readableTombstones } from "./readable-tombstones.ts";
import type { Visibility } from "../access/visibility.ts";

const tombstone = (kind: Tombstone["kind"], visibility?: Visibility): Tombstone => ({
  kind,
  id: `${kind} ${visibility ?? "unknown"}`,
  room: "r" as RoomId,
  deletedAt: 1,
  ...(visibility !== undefined && { visibility }),
});
const all = (["thread", "subscription"] as const).flatMap((kind) =>
  [undefined, "public" as const, "private" as const].map((visibility) => tombstone(kind, visibility)),
);

test.for([
  [[], []],
  [["public"], ["thread public", "subscription public"]],
  [["private"], ["thread private", "subscription private"]],
  [["public", "private"], all.map(({ id }) => id)],
] as const)("[TH5] readers of %j learn of the deletions of %j", async ([visibilities, expected]) => {
  const notification = tombstone("inboxNotification");
  const readable = await readableTombstones([...all, notification], ({ room, visibility }) => {
    expect(room).toBe("r");
    return visibilities.some((one) => one === visibility);
  });
  expect(readable.map(({ id }) => id)).toEqual([...expected, notification.id]);
});
