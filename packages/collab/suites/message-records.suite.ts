import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MessageFilter, MessageRecord, MessageRecords } from "../src/messages/message-records.ts";
import { propertyOptions } from "./property-options.ts";
import { farInstant, newestFirst, pagesOf, textsInOrder } from "./sort-order.ts";

function newMessage(id: string, change: Partial<MessageRecord> = {}): MessageRecord {
  return {
    id,
    at: 1,
    kind: "support",
    name: "Ada Lovelace",
    email: "ada@weft.test",
    message: "Help",
    route: null,
    details: {},
    state: "open",
    mailed: false,
    ...change,
  };
}

type Page = Parameters<MessageRecords["list"]>[1];

/** What every MessageRecords promises. An adapter's test file is one call to this. */
export function messageRecordsSuite(
  open: () => Promise<{ readonly messages: MessageRecords } & AsyncDisposable>,
): void {
  const list = (messages: MessageRecords, filter: MessageFilter = {}, page: Partial<Page> = {}) =>
    messages.list(filter, { limit: 100, ...page });
  const idsOf = async (...asked: Parameters<typeof list>) => (await list(...asked)).map(({ id }) => id);

  describe("MessageRecords", () => {
    test("a message is listed as it was inserted, whatever it says", async () => {
      await using under = await open();
      const said = `It's "quoted" \\ %_\r\n\t😀 é ${"x".repeat(1_000)}`;
      const details = JSON.parse('{"__proto__":{"a":1},"list":[1,null,"é"],"deep":{"deeper":{}},"number":0.1}');
      const messages = [
        newMessage("a", { at: farInstant, kind: "sales", name: said, message: said, route: "/contact?a=b#c", details }),
        newMessage("b", { at: 3, kind: "feedback", state: "done", mailed: true, name: "", route: "" }),
        newMessage("c", { at: 2 }),
      ];
      for (const message of messages) await under.messages.insert(message);
      const found = await list(under.messages);
      expect(found).toEqual(messages);
      expect(JSON.stringify(found[0]!.details)).toBe(JSON.stringify(details));
    });

    test("where nothing was said there are no messages", async () => {
      await using under = await open();
      expect(await list(under.messages)).toEqual([]);
      expect(
        await list(under.messages, { kind: "sales", state: "open" }, { after: { at: farInstant, id: "z" } }),
      ).toEqual([]);
      expect(await under.messages.update("a", { state: "done" })).toBeUndefined();
    });

    test("the newest come first, and those of one instant by their ids, highest first", async () => {
      await using under = await open();
      for (const id of textsInOrder.toSorted()) await under.messages.insert(newMessage(id, { at: farInstant }));
      await under.messages.insert(newMessage("older", { at: farInstant - 1 }));
      await under.messages.insert(newMessage("newer", { at: farInstant + 1 }));
      expect(await idsOf(under.messages)).toEqual(["newer", ...textsInOrder.toReversed(), "older"]);
      expect(await idsOf(under.messages, {}, { after: { at: farInstant, id: "a" } })).toEqual([
        "_",
        "A",
        "0",
        "-",
        "older",
      ]);
    });

    test("an id is taken once", async () => {
      await using under = await open();
      await under.messages.insert(newMessage("a"));
      for (const at of [1, 2])
        await expect(under.messages.insert(newMessage("a", { at, message: "Other" }))).rejects.toThrow();
      expect(await list(under.messages)).toEqual([newMessage("a")]);
    });

    test("a page has as many messages as it may, and goes on behind the place that it is given", async () => {
      await using under = await open();
      const ids = ["a", "b", "c", "d", "e"];
      for (const [n, id] of ids.entries()) await under.messages.insert(newMessage(id, { at: Math.floor(n / 2) }));
      for (const limit of [1, 2, 3, 5, 6]) {
        let added = 0;
        const page = async (after: Page["after"]) => {
          const found = await list(under.messages, {}, { limit, after });
          // What is said meanwhile is newer, and not on the pages behind.
          await under.messages.insert(newMessage(`late ${limit} ${added++}`, { at: farInstant, kind: "sales" }));
          return found;
        };
        const found = (await pagesOf(page, limit)).filter(({ kind }) => kind === "support");
        expect(found.map(({ id }) => id)).toEqual(ids.toReversed());
      }
      // A place is one, even where no message stands, or none any more with that state.
      expect(await idsOf(under.messages, {}, { after: { at: 1, id: "cc" } })).toEqual(["c", "b", "a"]);
    });

    test("a change is seen at once, in answer and list, and leaves everything else as it was", async () => {
      await using under = await open();
      const before = [newMessage("a", { at: 2, details: { company: "Looms" } }), newMessage("b", { at: 1 })];
      for (const message of before) await under.messages.insert(message);
      const done = { ...before[0]!, state: "done" } as const;
      expect(await under.messages.update("a", { state: "done" })).toEqual(done);
      expect(await list(under.messages)).toEqual([done, before[1]]);
      expect(await idsOf(under.messages, { state: "open" })).toEqual(["b"]);
      expect(await under.messages.update("a", { mailed: true })).toEqual({ ...done, mailed: true });
      expect(await under.messages.update("a", { state: "open", mailed: false })).toEqual(before[0]);
      expect(await under.messages.update("a", { state: "open" })).toEqual(before[0]);
      expect(await under.messages.update("a", {})).toEqual(before[0]);
      expect(await under.messages.update("A", { state: "done" })).toBeUndefined();
      expect(await list(under.messages)).toEqual(before);
    });

    test("changes at the same time all count", async () => {
      await using under = await open();
      await under.messages.insert(newMessage("a"));
      await Promise.all([
        under.messages.update("a", { state: "done" }),
        under.messages.update("a", { mailed: true }),
        under.messages.insert(newMessage("b")),
      ]);
      expect(await list(under.messages)).toEqual([newMessage("b"), newMessage("a", { state: "done", mailed: true })]);
    });

    test("every filter, page by page, answers what a look at all messages would", async () => {
      const kind = fc.constantFrom("support" as const, "sales" as const, "feedback" as const);
      const state = fc.constantFrom("open" as const, "done" as const);
      const message = fc.record({
        at: fc.constantFrom(0, 1, farInstant),
        id: fc.constantFrom(...textsInOrder),
        kind,
        state,
      });
      const filter = fc.record({ kind, state }, { requiredKeys: [] });
      await using under = await open();
      const all: MessageRecord[] = [];
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(message, { maxLength: 5, selector: ({ id }) => id }),
          filter,
          fc.integer({ min: 1, max: 7 }),
          async (drafts, asked, limit) => {
            // All messages of a server are in one list, to which every run adds.
            runs++;
            for (const draft of drafts) {
              const one = newMessage(`${draft.id} ${runs}`, { ...draft, id: `${draft.id} ${runs}` });
              await under.messages.insert(one);
              all.push(one);
            }
            const page = (after: Page["after"]) => list(under.messages, asked, { limit, after });
            expect(await pagesOf(page, limit)).toEqual(
              all
                .filter((one) => asked.kind === undefined || one.kind === asked.kind)
                .filter((one) => asked.state === undefined || one.state === asked.state)
                .toSorted(newestFirst),
            );
          },
        ),
        propertyOptions(30),
      );
    });
  });
}
