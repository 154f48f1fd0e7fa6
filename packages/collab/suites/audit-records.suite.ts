import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AuditFilter, AuditRecord, AuditRecords } from "../src/teams/audit-records.ts";
import { propertyOptions } from "./property-options.ts";
import { farInstant, newestFirst, pagesOf, textsInOrder } from "./sort-order.ts";

const ada = { id: "user_ada", name: "Ada Lovelace", email: "ada@weft.test" };
const bob = { id: "user_bob", name: "Bob", email: "bob@weft.test" };

function newEntry(id: string, change: Partial<AuditRecord> = {}): AuditRecord {
  return { team: "team_1", id, at: 1, action: "team.renamed", ...change };
}

/** What every AuditRecords promises. An adapter's test file is one call to this. */
export function auditRecordsSuite(open: () => Promise<{ readonly audit: AuditRecords } & AsyncDisposable>): void {
  const list = (audit: AuditRecords, filter: Partial<AuditFilter> = {}, team = "team_1") =>
    audit.list(team, { limit: 100, ...filter });
  const idsOf = async (...asked: Parameters<typeof list>) => (await list(...asked)).map(({ id }) => id);

  describe("AuditRecords", () => {
    test("an entry is listed as it was added, whatever it holds or lacks", async () => {
      await using under = await open();
      const full = newEntry("a", {
        at: farInstant,
        actor: { ...ada, name: `It's "Ada" \\ 😀` },
        target: { kind: "room", id: "a/b %_", name: "é" },
        address: "2001:db8::1",
      });
      const nameless = newEntry("b", { at: 3, actor: { ...bob, name: "" }, target: { kind: "key", id: "key_1" } });
      const bare = newEntry("c", { at: 2 });
      for (const entry of [bare, full, nameless]) await under.audit.add(entry);
      expect(await list(under.audit)).toEqual([full, nameless, bare]);
    });

    test("a team that did nothing has no entries, and teams see their own alone", async () => {
      await using under = await open();
      expect(await list(under.audit)).toEqual([]);
      await under.audit.add(newEntry("a"));
      await under.audit.add(newEntry("a", { team: "team_2", action: "team.created" }));
      expect(await idsOf(under.audit)).toEqual(["a"]);
      expect(await list(under.audit, {}, "team_2")).toMatchObject([{ team: "team_2", action: "team.created" }]);
      expect(await list(under.audit, {}, "team_")).toEqual([]);
    });

    test("the newest come first, and those of one instant by their ids, highest first", async () => {
      await using under = await open();
      for (const id of textsInOrder.toSorted()) await under.audit.add(newEntry(id, { at: farInstant }));
      await under.audit.add(newEntry("older", { at: farInstant - 1 }));
      await under.audit.add(newEntry("newer", { at: farInstant + 1 }));
      expect(await idsOf(under.audit)).toEqual(["newer", ...textsInOrder.toReversed(), "older"]);
      expect(await idsOf(under.audit, { before: { at: farInstant, id: "a" } })).toEqual(["_", "A", "0", "-", "older"]);
    });

    test("an entry is added once", async () => {
      await using under = await open();
      await under.audit.add(newEntry("a"));
      await expect(under.audit.add(newEntry("a", { action: "team.deleted" }))).rejects.toThrow();
      expect(await list(under.audit)).toEqual([newEntry("a")]);
    });

    test("a page has as many entries as it may, and goes on behind the place that it is given", async () => {
      await using under = await open();
      const ids = ["a", "b", "c", "d", "e"];
      for (const [n, id] of ids.entries()) await under.audit.add(newEntry(id, { at: Math.floor(n / 2) }));
      for (const limit of [1, 2, 3, 5, 6]) {
        let added = 0;
        const page = async (before: AuditFilter["before"]) => {
          const found = await list(under.audit, { limit, before });
          // What is added meanwhile is newer, and not on the pages behind.
          await under.audit.add(newEntry(`late ${limit} ${added++}`, { at: farInstant, action: "key.made" }));
          return found;
        };
        const found = await pagesOf(page, limit);
        expect(found.filter(({ action }) => action !== "key.made").map(({ id }) => id)).toEqual(ids.toReversed());
      }
      // A place is one, even where no entry stands.
      expect(await idsOf(under.audit, { before: { at: 1, id: "cc" } })).toEqual(["c", "b", "a"]);
      expect(await idsOf(under.audit, { before: { at: 0, id: "" } })).toEqual([]);
    });

    test("entries are found by who did it: by id or whole address, as they were then", async () => {
      await using under = await open();
      await under.audit.add(newEntry("a", { actor: ada }));
      await under.audit.add(newEntry("b", { actor: { ...ada, email: "old@weft.test" } }));
      await under.audit.add(newEntry("c", { actor: bob }));
      await under.audit.add(newEntry("d"));
      expect(await idsOf(under.audit, { actor: ada.id })).toEqual(["b", "a"]);
      expect(await idsOf(under.audit, { actor: ada.email })).toEqual(["a"]);
      for (const actor of ["ada", "ADA@weft.test", "user_%", "", "Ada Lovelace"])
        expect(await idsOf(under.audit, { actor })).toEqual([]);
    });

    test("entries are found by an action, or by its beginning up to a dot", async () => {
      await using under = await open();
      const actions = ["key", "key.", "key.rolled", "key.rolled.twice", "keys.rolled", "Key.rolled", "api.key.rolled"];
      for (const [n, action] of actions.entries()) await under.audit.add(newEntry(String(n), { action }));
      const found = async (action: string) => (await list(under.audit, { action })).map((entry) => entry.action);
      expect(await found("key.rolled")).toEqual(["key.rolled"]);
      expect(await found("key.")).toEqual(["key.rolled.twice", "key.rolled", "key."]);
      expect(await found("key")).toEqual(["key"]);
      for (const action of ["key._olled", "%.", "k%", "rolled"]) expect(await found(action)).toEqual([]);
    });

    test("entries are found by what it was done to, and by all filters at once", async () => {
      await using under = await open();
      const target = { kind: "key", id: "key_1" };
      await under.audit.add(newEntry("a", { at: 1, actor: ada, action: "key.made", target }));
      await under.audit.add(newEntry("b", { at: 2, actor: bob, action: "key.rolled", target }));
      await under.audit.add(newEntry("c", { at: 3, actor: ada, action: "key.rolled", target }));
      await under.audit.add(
        newEntry("d", { at: 4, actor: ada, action: "key.rolled", target: { ...target, id: "KEY_1" } }),
      );
      await under.audit.add(
        newEntry("e", { at: 5, actor: ada, action: "room.deleted", target: { ...target, kind: "room" } }),
      );
      expect(await idsOf(under.audit, { target: "key_1" })).toEqual(["e", "c", "b", "a"]);
      const filter = { target: "key_1", actor: ada.id, action: "key." };
      expect(await idsOf(under.audit, filter)).toEqual(["c", "a"]);
      expect(await idsOf(under.audit, { ...filter, limit: 1 })).toEqual(["c"]);
      expect(await idsOf(under.audit, { ...filter, limit: 1, before: { at: 3, id: "c" } })).toEqual(["a"]);
    });

    test("entries are found by their time, whose ends are included", async () => {
      await using under = await open();
      for (const at of [1, 2, 3, farInstant]) await under.audit.add(newEntry(String(at), { at }));
      const found = async (filter: Partial<AuditFilter>) => (await list(under.audit, filter)).map(({ at }) => at);
      expect(await found({ from: 2 })).toEqual([farInstant, 3, 2]);
      expect(await found({ to: 2 })).toEqual([2, 1]);
      expect(await found({ from: 2, to: 3 })).toEqual([3, 2]);
      expect(await found({ from: 3, to: 2 })).toEqual([]);
      expect(await found({ from: 2, limit: 1, before: { at: 3, id: "3" } })).toEqual([2]);
    });

    test("every filter, page by page, answers what a look at all entries would", async () => {
      const person = fc.constantFrom(ada, bob, undefined);
      const entry = fc.record({
        id: fc.constantFrom(...textsInOrder),
        at: fc.constantFrom(0, 1, farInstant),
        actor: person,
        action: fc.constantFrom("key.made", "key.rolled", "keys", "room.deleted"),
        target: fc.constantFrom({ kind: "key", id: "key_1" }, { kind: "room", id: "a" }, undefined),
      });
      const filter = fc.record(
        {
          actor: fc.constantFrom(ada.id, bob.email, "nobody"),
          action: fc.constantFrom("key.", "key.made", "keys", "nothing."),
          target: fc.constantFrom("key_1", "a", "b"),
          from: fc.constantFrom(0, 1, 2),
          to: fc.constantFrom(0, 1, farInstant),
        },
        { requiredKeys: [] },
      );
      const fits = (one: AuditRecord, { actor, action, target, from, to }: Partial<AuditFilter>) =>
        (actor === undefined || actor === one.actor?.id || actor === one.actor?.email) &&
        (action === undefined || (action.endsWith(".") ? one.action.startsWith(action) : one.action === action)) &&
        (target === undefined || target === one.target?.id) &&
        (from === undefined || one.at >= from) &&
        (to === undefined || one.at <= to);
      await using under = await open();
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(entry, { maxLength: 15, selector: ({ id, at }) => `${at} ${id}` }),
          fc.array(filter, { minLength: 1, maxLength: 5 }),
          fc.integer({ min: 1, max: 4 }),
          async (drafts, filters, limit) => {
            const team = `run ${runs++}`;
            const entries = drafts.map((draft) => newEntry(draft.id, { ...draft, team }));
            for (const one of entries) await under.audit.add(one);
            for (const asked of [{}, ...filters]) {
              const page = (before: AuditFilter["before"]) => list(under.audit, { ...asked, limit, before }, team);
              expect(await pagesOf(page, limit)).toEqual(
                entries.filter((one) => fits(one, asked)).toSorted(newestFirst),
              );
            }
          },
        ),
        propertyOptions(60),
      );
    });
  });
}
