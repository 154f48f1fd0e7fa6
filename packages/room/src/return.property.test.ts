import { createTree, toPlainJson } from "@weft/crdt";
import type { Op } from "@weft/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Member } from "./room.ts";
import { createRoom } from "./room.ts";

const member = (actor: number): Member => ({ actor, user: "", scopes: ["*:write"], storage: "write" });

/** A room with a map in it, in which somebody was under the number 0 and has come back under 1. */
function roomOfReturn() {
  const room = createRoom({ seq: 0, issued: 2 });
  room.adoptTree(createTree());
  room.join(member(0), "nonce");
  room.receive(0, { type: 201, ops: [{ type: 7, id: "map", opId: "x", parentId: "root", parentKey: "map" }] });
  return room;
}

interface Edit {
  readonly place: "field" | "entry";
  readonly key: string;
  readonly kind: "set" | "delete";
}
const edit: fc.Arbitrary<Edit> = fc.record({
  place: fc.constantFrom("field" as const, "entry" as const),
  key: fc.constantFrom("a", "b"),
  kind: fc.constantFrom("set" as const, "set" as const, "delete" as const),
});

/** The ops that a client makes of edits, in order, as `actor`; each value is the clock of its op. */
function opsOf(edits: readonly Edit[], actorOf: (clock: number) => number): Op[] {
  const nodes = new Map<string, string>();
  return edits.flatMap(({ place, key, kind }, clock): Op[] => {
    const opId = `${actorOf(clock)}:${clock}`;
    if (place === "field")
      return [
        kind === "set" ? { type: 3, id: "root", opId, data: { [key]: clock } } : { type: 6, id: "root", opId, key },
      ];
    const node = nodes.get(key);
    if (kind === "delete") {
      nodes.delete(key);
      return node === undefined ? [] : [{ type: 5, id: node, opId }];
    }
    nodes.set(key, opId);
    const replaced = node === undefined ? {} : { intent: "set" as const, deletedId: node };
    return [{ type: 8, id: opId, opId, parentId: "map", parentKey: key, data: clock, ...replaced }];
  });
}

test("[RM16] the last word of a client that comes back is its own, whatever was lost and whatever ran ahead", () => {
  fc.assert(
    fc.property(
      fc.array(edit, { minLength: 1, maxLength: 10 }),
      fc.nat(10),
      fc.nat(10),
      fc.nat(10),
      (edits, arrived, sent, offline) => {
        const sentBefore = Math.min(sent, edits.length);
        // Made offline under the old number; what is made after that has the new one.
        const madeOffline = Math.min(sentBefore + offline, edits.length);
        const ops = opsOf(edits, (clock) => (clock < madeOffline ? 0 : 1));
        const clockOf = ({ opId }: Op) => Number(opId.split(":")[1]);
        const from = (first: number, last: number) => ops.filter((op) => clockOf(op) >= first && clockOf(op) < last);

        // Undisturbed, in order.
        const wanted = roomOfReturn();
        wanted.receive(0, { type: 201, ops });

        const room = roomOfReturn();
        room.receive(0, { type: 201, ops: from(0, Math.min(arrived, sentBefore)) });
        room.leave(0);
        room.join(member(1), "nonce");
        room.receive(1, { type: 200 });
        room.receive(1, { type: 201, ops: from(sentBefore, madeOffline) });
        room.receive(1, { type: 201, ops: from(madeOffline, Infinity) });
        room.receive(1, { type: 201, ops });
        expect(toPlainJson(room.tree!)).toEqual(toPlainJson(wanted.tree!));
      },
    ),
    { numRuns: 1_000 },
  );
});

test("[RM16] [RM7] what others wrote over an edit stays when the edit comes again behind an older one elsewhere", () => {
  const room = roomOfReturn();
  room.leave(0);
  room.join(member(1), "nonce");
  room.receive(1, { type: 200 });
  const update = (opId: string, data: Record<string, string>): Op => ({ type: 3, id: "root", opId, data });
  room.receive(1, { type: 201, ops: [update("0:5", { x: "mine" })] });
  room.change({ kind: "patch", patch: [{ op: "add", path: "/x", value: "theirs" }] }, () => "si:1");
  room.receive(1, { type: 201, ops: [update("0:4", { y: "late" }), update("0:5", { x: "mine" })] });
  expect(toPlainJson(room.tree!)).toMatchObject({ x: "theirs", y: "late" });
});
