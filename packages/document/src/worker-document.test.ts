import { limits } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import * as bombs from "./bombs.ts";
import { loadDocument } from "./worker-document.ts";
import type { DocumentRow, ReceivedUpdate, UpdateSender } from "@weft/room/ports";

const ignore = () => {};
const load = (rows: readonly DocumentRow[]) => loadDocument({ rows, claims: [], limits, step: ignore });
const ada = { actor: 1, user: "ada", readOnly: false };
const adaAgain = { actor: 2, user: "ada", readOnly: false };
const bob = { actor: 3, user: "bob", readOnly: false };
const v1 = (update: Uint8Array, from: UpdateSender = ada): ReceivedUpdate => ({ update, v2: false, from });
const fromBackEnd = (update: Uint8Array): ReceivedUpdate => ({ update, v2: false, from: undefined });

function held(changed: Partial<Limits> = {}) {
  const { document } = loadDocument({ rows: [], claims: [], limits: { ...limits, ...changed }, step: ignore });
  return {
    document,
    take: (...updates: ReceivedUpdate[]) =>
      document.apply(updates, ignore).map((taken) => (taken.kind === "refused" ? taken.cause : taken.kind)),
    text: () => JSON.parse(document.json({ key: "t", type: "ytext" })) as string,
  };
}

describe("a held document", () => {
  test("[DC10] takes the updates around one that it refuses", () => {
    const { take, text } = held();
    const taken = take(v1(bombs.textOf(1, 0, "a")), v1(bombs.selfReference(1)), v1(bombs.textOf(1, 1, "b")));
    expect(taken).toEqual(["accepted", "malformed", "accepted"]);
    expect(text()).toBe("ab");
  });

  test("[DC11] is not changed by an update without content", () => {
    expect(held().take(v1(Uint8Array.of(0, 0)))).toEqual(["unchanged"]);
  });

  test("[DC10] [DC11] accepts a pending deletion, even if it extends one that is pending already", () => {
    const writer = new Y.Doc();
    writer.clientID = 1;
    const made: Uint8Array[] = [];
    writer.on("update", (update: Uint8Array) => made.push(update));
    writer.getText("t").insert(0, "abc");
    writer.getText("t").delete(1, 1);
    writer.getText("t").delete(0, 1);
    const { take, text } = held();
    expect(take(v1(made[1]!), v1(made[1]!), v1(made[2]!))).toEqual(["accepted", "unchanged", "accepted"]);
    expect(take(v1(made[0]!))).toEqual(["accepted"]);
    expect(text()).toBe("c");
  });

  test("[DC20] refuses more new clients in one update than a socket may bring; the back end may", () => {
    const { take } = held();
    expect(take(v1(bombs.inventedClients(65)))).toEqual(["excessive"]);
    expect(take(v1(bombs.inventedClients(64)))).toEqual(["accepted"]);
    expect(take(fromBackEnd(bombs.inventedClients(5_000)))).toEqual(["accepted"]);
    expect(take(v1(bombs.inventedClients(1_001)))).toEqual(["excessive"]);
  });

  test("[DC20] refuses a clock that runs far ahead, and from the back end any that runs ahead", () => {
    const { take } = held();
    expect(take(v1(bombs.textOf(1, 1_000_001, "x")))).toEqual(["excessive"]);
    expect(take(fromBackEnd(bombs.textOf(1, 1, "x")))).toEqual(["excessive"]);
    expect(take(v1(bombs.textOf(1, 5, "x")))).toEqual(["accepted"]);
  });

  test("[DC20] names the update that is missing before one that runs ahead", () => {
    const { document, take } = held();
    take(v1(bombs.textOf(7, 0, "abc")));
    const reasons = [bombs.textOf(7, 5, "x"), bombs.textOf(8, 4, "x")].map(
      (update) => document.apply([fromBackEnd(update)], ignore)[0],
    );
    expect(reasons).toMatchObject([
      {
        reason:
          "It begins at clock 5 of client 7, but the document has that client only up to clock 2. " +
          "The update with clocks 3 to 4 is missing.",
      },
      {
        reason:
          "It begins at clock 4 of client 8, but the document has that client not at all. " +
          "The update with clocks 0 to 3 is missing.",
      },
    ]);
  });

  test("[DC21] bounds what waits for missing updates, and continues once they arrive", () => {
    const { take, text } = held({ documentPending: 3 });
    const late = [5, 7, 9].map((client) => v1(bombs.textOf(client, 1, "x")));
    expect(take(...late)).toEqual(["accepted", "accepted", "accepted"]);
    expect(take(v1(bombs.textOf(11, 1, "x")))).toEqual(["waiting"]);
    expect(take(v1(bombs.textOf(5, 0, "a")))).toEqual(["accepted"]);
    expect(text()).toBe("ax");
    expect(take(v1(bombs.textOf(11, 1, "x")))).toEqual(["accepted"]);
  });

  test("[DC21] is given up when an update turns out to leave more pending than is allowed", () => {
    const { document } = held({ documentPending: 3 });
    const source = new Y.Doc();
    source.clientID = 1;
    source.getText("t").insert(0, "base");
    const known = Y.encodeStateVector(source);
    source.clientID = 2;
    for (let count = 0; count < 5; count++) source.getText("t").insert(0, "x");
    const update = Y.encodeStateAsUpdate(source, known);
    const [first, second] = document.apply([v1(update), v1(bombs.textOf(8, 0, "y"))], ignore);
    expect(first).toMatchObject({ kind: "refused", cause: "waiting", fatal: true });
    expect(second).toBeUndefined();
  });

  test("[DC22] lets no one continue the writing of another user's live actor", () => {
    const { document, take, text } = held();
    expect(take(v1(bombs.textOf(50, 0, "mine"), ada))).toEqual(["accepted"]);
    expect(take(v1(bombs.movedClock(50, 4, 1_000), bob))).toEqual(["foreign"]);
    expect(take(v1(bombs.textOf(50, 4, "!"), adaAgain))).toEqual(["accepted"]);
    document.release(ada.actor);
    expect(take(v1(bombs.movedClock(50, 5, 1), bob))).toEqual(["foreign"]);
    document.release(adaAgain.actor);
    expect(take(v1(bombs.textOf(50, 5, "?"), bob))).toEqual(["accepted"]);
    expect(text()).toBe("mine!?");
  });

  test("[DC22] takes the sender's own writing next to another user's, which no one received and which waits", () => {
    const { document, text } = held();
    // Ada's second update was lost with a server; her third waits for it, here and with Bob, who received it.
    const [first, second, third] = [bombs.textOf(50, 0, "A"), bombs.textOf(50, 1, "da"), bombs.textOf(50, 3, "!")];
    document.apply([v1(first), v1(third)], ignore);
    const own = new Y.Doc();
    own.clientID = 60;
    own.getText("t").insert(0, "Bob");
    Y.applyUpdate(own, third);
    for (const v2 of [false, true]) {
      own.getText("t").insert(3, "?");
      const all = v2 ? Y.encodeStateAsUpdateV2(own) : Y.encodeStateAsUpdate(own);
      const [taken] = document.apply([{ update: all, v2, from: bob }], ignore);
      expect(taken?.kind).toBe("accepted");
      const rest = taken?.kind === "accepted" ? taken.rest! : all;
      const { structs } = v2 ? Y.decodeUpdateV2(rest) : Y.decodeUpdate(rest);
      expect(new Set(structs.map(({ id }) => id.client))).toEqual(new Set([60]));
    }
    expect(text()).toBe("ABob??");
    document.apply([v1(second)], ignore);
    expect(text()).toBe("Ada!Bob??");
  });

  test("[DC22] lets no one claim a client id with an update that waits for an earlier one", () => {
    const { take, text } = held();
    // Ada's first update was lost with a server; Bob, who received her second, is the first to come back.
    expect(take(v1(bombs.textOf(50, 4, "!"), bob))).toEqual(["accepted"]);
    expect(take(v1(bombs.textOf(50, 0, "mine"), ada))).toEqual(["accepted"]);
    expect(text()).toBe("mine!");
    expect(take(v1(bombs.textOf(50, 5, "?"), ada))).toEqual(["accepted"]);
    expect(take(v1(bombs.textOf(50, 6, "."), bob))).toEqual(["foreign"]);
  });

  test("[DC22] lets no one claim others' writing that they bring back", () => {
    const { take, text } = held();
    // What Ada wrote is gone from the server, and Bob, who has it, is the first to come back.
    expect(take(v1(bombs.textOf(50, 0, "mine"), { ...bob, wholesale: true }))).toEqual(["accepted"]);
    expect(take(v1(bombs.textOf(50, 4, "!"), ada))).toEqual(["accepted"]);
    expect(take(v1(bombs.textOf(50, 5, "?"), bob))).toEqual(["foreign"]);
    expect(text()).toBe("mine!");
  });

  test("[DC22] lets everyone repeat what others wrote", () => {
    const { take } = held();
    take(v1(bombs.textOf(50, 0, "mine"), ada));
    expect(take(v1(bombs.textOf(50, 0, "mine"), bob))).toEqual(["unchanged"]);
  });

  test("[DC23] takes nothing from read-only users", () => {
    const { take, text } = held();
    take(fromBackEnd(bombs.textOf(1, 0, "abc")));
    const copy = new Y.Doc();
    Y.applyUpdate(copy, bombs.textOf(1, 0, "abc"));
    const known = Y.encodeStateVector(copy);
    copy.getText("t").delete(0, 1);
    const reader = { ...bob, readOnly: true };
    expect(take(v1(bombs.textOf(2, 0, "x"), reader))).toEqual(["permission"]);
    expect(take(v1(Y.encodeStateAsUpdate(copy, known), reader))).toEqual(["permission"]);
    expect(take(v1(Uint8Array.of(0, 0), reader))).toEqual(["unchanged"]);
    expect(text()).toBe("abc");
  });

  test.each([
    ["bytes", { documentBytes: 500 }],
    ["structs", { documentStructs: 40 }],
  ])("[DC24] refuses growth beyond its bound of %s, and allows deletes", (_, bound) => {
    const { document, take, text } = held(bound);
    const writer = new Y.Doc();
    const made: Uint8Array[] = [];
    writer.on("update", (update: Uint8Array) => made.push(update));
    for (let count = 0; count < 200; count++) writer.getText("t").insert(0, "text");
    const fit = made.findIndex((update) => take(v1(update))[0] === "full");
    expect(fit).toBeGreaterThan(5);
    expect(document.merged()!.length).toBeLessThanOrEqual(500);
    const copy = new Y.Doc();
    Y.applyUpdate(copy, document.diff(new Uint8Array(), false)!.update);
    const known = Y.encodeStateVector(copy);
    const { length } = text();
    copy.getText("t").delete(0, 4);
    expect(take(v1(Y.encodeStateAsUpdate(copy, known)))).toEqual(["accepted"]);
    expect(text()).toHaveLength(length - 4);
  });

  test("[DC24] refuses more clients than a document may hold", () => {
    const { take } = held({ documentClients: 3 });
    expect(take(v1(bombs.inventedClients(3)))).toEqual(["accepted"]);
    expect(take(v1(bombs.textOf(1, 0, "x")))).toEqual(["full"]);
  });

  test("[DC30] leaves out rows that cannot be read, by id and reason", () => {
    const row = (id: number, update: Uint8Array, v2 = false) => ({ id, update, v2 });
    const rows = [
      row(1, bombs.textOf(1, 0, "a")),
      row(2, Uint8Array.of(9, 9, 9)),
      row(3, bombs.hugeCount, true),
      row(4, bombs.textOf(1, 1, "b")),
    ];
    const { document, quarantined } = load(rows);
    expect(quarantined.map(({ id }) => id)).toEqual([2, 3]);
    for (const { reason } of quarantined) expect(reason).toMatch(/\.$/);
    expect(document.json({ key: "t", type: "ytext" })).toBe('"ab"');
  });

  test("[DC30] opens a long log the same way, however carefully", () => {
    const rows = Array.from({ length: 1_200 }, (_, id) => ({ id, update: bombs.textOf(1, id, "x"), v2: false }));
    rows[700] = { id: 700, update: Uint8Array.of(1), v2: false };
    for (const careful of [false, true]) {
      const { document, quarantined } = loadDocument({ rows, claims: [], limits, step: ignore, careful });
      expect(quarantined.map(({ id }) => id)).toEqual([700]);
      expect(document.json({ key: "t", type: "ytext" })).toBe(JSON.stringify("x".repeat(700)));
    }
  });

  test("[DC13] returns nothing for an invalid state vector, and everything for an empty one", () => {
    const { document, take } = held();
    take(v1(bombs.textOf(1, 0, "a")));
    expect(document.diff(Uint8Array.of(5, 1), false)).toBeUndefined();
    expect(document.diff(new Uint8Array(), false)).toEqual(document.diff(Uint8Array.of(0), false));
    expect(document.diff(new Uint8Array(), false)!.update).toEqual(bombs.textOf(1, 0, "a"));
  });

  test("[DC12] hashes an empty document as the SDKs do", () => {
    expect(held().document.hash(false)).toBe("lqKW0iTyhcZ77pPDD4owkVfw2qNdxbh+QQt4YwoJz8c=");
  });
});
