import type { CopilotId, KnowledgeSourceId, ProjectId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { searchWords } from "../src/knowledge/search-words.ts";
import type {
  KnowledgeLinkRecord,
  KnowledgeOwner,
  KnowledgeRecords,
  KnowledgeSourceRecord,
  PassageRecord,
} from "../src/knowledge/knowledge-records.ts";

export interface KnowledgeRecordsUnderTest extends AsyncDisposable {
  readonly knowledge: KnowledgeRecords;
  createCopilot(owner: KnowledgeOwner): Promise<void>;
}

const owner: KnowledgeOwner = { project: "p1" as ProjectId, copilot: "co_1" as CopilotId };
const others: readonly KnowledgeOwner[] = [
  { ...owner, project: "p2" as ProjectId },
  { ...owner, copilot: "co_2" as CopilotId },
];
const most = 100;
const none = {};

export function newWebSource(id: string, change: Partial<KnowledgeSourceRecord> = {}): KnowledgeSourceRecord {
  return {
    id: id as KnowledgeSourceId,
    origin: { kind: "web", url: "https://a.example/", type: "crawl" },
    status: "ingesting",
    createdAt: 5,
    updatedAt: 5,
    revision: 1,
    ...change,
  };
}

export function newFileSource(id: string, change: Partial<KnowledgeSourceRecord> = {}, name = "a.md") {
  return newWebSource(id, { origin: { kind: "file", name, mimeType: "text/markdown" }, ...change });
}

export function newLink(id: string, change: Partial<KnowledgeLinkRecord> = {}): KnowledgeLinkRecord {
  return { id, url: `https://a.example/${id}`, status: "ingesting", depth: 0, createdAt: 5, bytes: 0, ...change };
}

export function newPassage(position: number, change: Partial<PassageRecord> = {}): PassageRecord {
  return { position, title: "Rooms", headings: ["Limits"], text: "A room has members.", ...change };
}

/** What every KnowledgeRecords promises. An adapter's test file is one call to this. */
export function knowledgeRecordsSuite(open: () => Promise<KnowledgeRecordsUnderTest>): void {
  const prepared = async () => {
    const under = await open();
    for (const each of [owner, ...others]) await under.createCopilot(each);
    return under;
  };
  const web = newWebSource("ks_w");
  const file = newFileSource("ks_f");
  const reading = { ...owner, source: web.id, revision: 1 };
  const ofFile = { ...owner, source: file.id, revision: 1 };
  const bytes = Uint8Array.of(1, 2, 3);

  describe("KnowledgeRecords", () => {
    test("a source belongs to its copilot alone, and is found as it was written", async () => {
      await using under = await prepared();
      const { knowledge } = under;
      expect(await knowledge.insert(owner, web, { most }, none)).toBe(true);
      expect(await knowledge.insert(owner, file, { most, bytes }, none)).toBe(true);
      expect(await knowledge.find({ ...owner, source: web.id })).toEqual(web);
      expect(await knowledge.findFile(owner, "a.md")).toEqual(file);
      expect(Buffer.from((await knowledge.fileBytes(ofFile))!)).toEqual(Buffer.from(bytes));
      for (const other of others) {
        expect(await knowledge.find({ ...other, source: web.id })).toBeUndefined();
        expect(await knowledge.findFile(other, "a.md")).toBeUndefined();
        expect(await knowledge.list(other, { limit: 9 })).toEqual([]);
        expect(await knowledge.delete({ ...other, source: web.id }, "web", none)).toBe(false);
      }
      expect(await knowledge.delete({ ...owner, source: web.id }, "file", none)).toBe(false);
      expect(await knowledge.delete({ ...owner, source: web.id }, "web", none)).toBe(true);
      expect(await knowledge.find({ ...owner, source: web.id })).toBeUndefined();
      expect((await knowledge.some(owner, 9)).map(({ id }) => id)).toEqual(["ks_f"]);
    });

    test.for([
      ["退款政策是三十天。", "退款"],
      ["当社の返金ポリシーは三十日です。", "返金ポリシー"],
      ["환불정책은 30일입니다.", "환불"],
      ["นโยบายการคืนเงินภายในสามสิบวัน", "คืนเงิน"],
      ["धनवापसी नीति तीस दिन की है", "नीति"],
      ["重跑gen-itgc后", "itgc"],
      ["ＲＥＦＵＮＤ policy", "refund"],
      ["Die Straße ist gesperrt", "strasse"],
      ["Rückerstattung innerhalb von 30 Tagen", "ruckerstattung"],
      ["Политика возврата", "возврата"],
      ["سِيَاسَةُ الِاسْتِرْدَاد", "سياسة"],
      ["The refunds policy", "refund"],
    ] as const)("[KN11] a passage is found in any script: %j by %j", async ([text, query]) => {
      await using under = await prepared();
      const { knowledge } = under;
      await knowledge.insert(owner, web, { most }, none);
      const passages = [newPassage(0, { title: "", headings: [], text }), newPassage(1, { text: "Something else" })];
      await knowledge.addPassages(reading, "", passages);
      await knowledge.settle(reading, { status: "ready", indexedAt: 6 }, none);
      expect((await knowledge.search(owner, searchWords(query), 9)).map((found) => found.text)).toEqual([text]);
      expect(await knowledge.addTerms(9)).toBe(0);
    });

    test("the sources of each copilot of a project are counted", async () => {
      await using under = await prepared();
      const { knowledge } = under;
      const [elsewhere, other] = others as [KnowledgeOwner, KnowledgeOwner];
      expect(await knowledge.counts(owner.project)).toEqual(new Map());
      await knowledge.insert(owner, web, { most }, none);
      await knowledge.insert(owner, file, { most, bytes }, none);
      await knowledge.insert(other, web, { most }, none);
      await knowledge.insert(elsewhere, web, { most }, none);
      expect(await knowledge.counts(owner.project)).toEqual(
        new Map([
          [owner.copilot, 2],
          [other.copilot, 1],
        ]),
      );
      await knowledge.delete({ ...other, source: web.id }, "web", none);
      expect(await knowledge.counts(owner.project)).toEqual(new Map([[owner.copilot, 2]]));
    });

    test("a copilot that exists has a bounded number of sources, and one file of each name", async () => {
      await using under = await prepared();
      const { knowledge } = under;
      const nowhere = { ...owner, copilot: "co_3" as CopilotId };
      expect(await knowledge.insert(nowhere, web, { most }, none)).toBe(false);
      expect(await knowledge.insert(owner, file, { most: 2, bytes }, none)).toBe(true);
      expect(await knowledge.insert(owner, newFileSource("ks_g"), { most: 2, bytes }, none)).toBe(false);
      expect(await knowledge.insert(owner, newFileSource("ks_g", {}, "b.md"), { most: 2, bytes }, none)).toBe(true);
      expect(await knowledge.insert(owner, web, { most: 2 }, none)).toBe(false);
      expect(await knowledge.count(owner)).toBe(2);
      for (const other of others) expect(await knowledge.insert(other, file, { most: 1, bytes }, none)).toBe(true);
    });

    test("lists go from the newest to the oldest, page by page, also within one instant", async () => {
      await using under = await prepared();
      const { knowledge } = under;
      for (const [id, createdAt] of [
        ["ks_c", 30],
        ["ks_a", 10],
        ["ks_b", 30],
      ] as const)
        await knowledge.insert(owner, newWebSource(id, { createdAt }), { most }, none);
      const first = await knowledge.list(owner, { limit: 2 });
      expect(first.map(({ id }) => id)).toEqual(["ks_c", "ks_b"]);
      const rest = await knowledge.list(owner, { limit: 2, after: first.at(-1)! });
      expect(rest.map(({ id }) => id)).toEqual(["ks_a"]);

      const source = { ...owner, source: first[0]!.id, revision: 1 };
      const links = [newLink("c", { createdAt: 30 }), newLink("a", { createdAt: 10 }), newLink("b", { createdAt: 30 })];
      await knowledge.addLinks(source, links, most);
      const page = await knowledge.links(source, { limit: 2 });
      expect(page).toEqual([links[0], links[2]]);
      expect(await knowledge.links(source, { limit: 2, after: page.at(-1)! })).toEqual([links[1]]);
    });

    test("links are added once, up to a number, and read from the nearest to the farthest", async () => {
      await using under = await prepared();
      const { knowledge } = under;
      await knowledge.insert(owner, web, { most }, none);
      const far = newLink("kl_far", { depth: 2, createdAt: 1 });
      expect(await knowledge.addLinks(reading, [far, newLink("kl_a"), newLink("kl_b")], 3)).toBe(true);
      expect(await knowledge.addLinks(reading, [newLink("kl_a", { depth: 7 }), newLink("kl_c")], 3)).toBe(true);
      expect((await knowledge.openLinks(reading, 9)).map(({ id, depth }) => [id, depth])).toEqual([
        ["kl_a", 0],
        ["kl_b", 0],
        ["kl_far", 2],
      ]);
      const read = newLink("kl_a", { status: "ready", indexedAt: 9, bytes: 7, hash: "h" });
      const failed = newLink("kl_b", { status: "error", error: "Gone", indexedAt: 9 });
      for (const link of [read, failed]) expect(await knowledge.putLink(reading, link)).toBe(true);
      expect((await knowledge.openLinks(reading, 9)).map(({ id }) => id)).toEqual(["kl_far"]);
      expect(await knowledge.links(reading, { limit: 9 })).toEqual([failed, read, far]);
      expect(await knowledge.hasContents(reading, "h", "kl_b")).toBe(true);
      expect(await knowledge.hasContents(reading, "h", "kl_a")).toBe(false);
      expect(await knowledge.linkTotals(reading)).toEqual({
        links: 3,
        ready: 1,
        bytes: 7,
        passages: 0,
        firstError: "Gone",
      });
      await knowledge.dropLinks(reading);
      expect(await knowledge.links(reading, { limit: 9 })).toEqual([]);
    });

    test("the passages of a web source are found as they are written, and no more once it is deleted", async () => {
      await using under = await prepared();
      const { knowledge } = under;
      const find = async (...words: readonly string[]) =>
        (await knowledge.search(owner, words, 9)).map(({ position }) => position);
      await knowledge.insert(owner, web, { most }, none);
      expect(await knowledge.knows(owner)).toBe(false);
      const passages = [
        newPassage(0, { title: "Cursors", text: "Presence shows the cursors of others." }),
        newPassage(1, { headings: [], text: "Rooms of a café hold many members; a member enters a room." }),
        newPassage(2, {
          title: "Billing",
          headings: ["Plans", "Limits"],
          text: "Nothing here.",
          url: "https://a.example/#l",
        }),
      ];
      expect(await knowledge.addPassages(reading, "kl_1", passages)).toBe(true);
      await knowledge.addLinks(reading, [newLink("kl_1")], most);
      await knowledge.putLink(reading, newLink("kl_1", { status: "ready", indexedAt: 6 }));
      expect(await knowledge.knows(owner)).toBe(true);
      expect((await knowledge.search(owner, ["billing"], 9))[0]).toEqual({
        ...passages[2],
        source: web.id,
        page: "kl_1",
      });
      // Other forms of a word, any of several words, titles before texts, letters of any case.
      expect(await find("cursor")).toEqual([0]);
      expect(await find("entering")).toEqual([1]);
      expect(new Set(await find("cursors", "members"))).toEqual(new Set([0, 1]));
      expect((await find("rooms"))[0]).toBe(1);
      expect(await find("PRESENCE")).toEqual([0]);
      expect(await find("plans")).toEqual([2]);
      expect(await find("unheard")).toEqual([]);
      expect(await find()).toEqual([]);
      expect(await knowledge.search(owner, ["rooms", "cursors", "billing"], 2)).toHaveLength(2);
      for (const other of others) expect(await knowledge.search(other, ["cursors"], 9)).toEqual([]);

      expect(await knowledge.dropPassages(reading, { page: "kl_2", revision: 1 }, 9)).toBe(0);
      expect(await knowledge.dropPassages(reading, { page: "kl_1", revision: 1 }, 1)).toBe(1);
      expect(await knowledge.linkTotals(reading)).toMatchObject({ passages: 2 });
      await knowledge.delete(reading, "web", none);
      expect(await find("rooms", "cursors", "billing")).toEqual([]);
      expect(await knowledge.knows(owner)).toBe(false);
      expect(await knowledge.dropPassages(reading, "all", 9)).toBe(2);
    });

    test("a file is found as it was read last, until the next reading ends", async () => {
      await using under = await prepared();
      const { knowledge } = under;
      const find = async (word: string) => (await knowledge.search(owner, [word], 9)).length;
      await knowledge.insert(owner, file, { most, bytes }, none);
      await knowledge.addPassages(ofFile, "", [newPassage(0, { text: "First words." })]);
      expect(await find("first")).toBe(0);
      expect(await knowledge.fileText(ofFile)).toBe("");
      expect(await knowledge.settle(ofFile, { status: "ready", indexedAt: 7, text: "# First" })).toBe(true);
      expect(await knowledge.find(ofFile)).toEqual({ ...file, status: "ready", updatedAt: 7, indexedAt: 7 });
      expect([await find("first"), await knowledge.fileText(ofFile)]).toEqual([1, "# First"]);
      expect(await knowledge.fileBytes(ofFile)).toBeUndefined();

      const next = { ...ofFile, revision: 2 };
      const replaced = { mimeType: "text/plain", bytes: Uint8Array.of(4), now: 8 };
      expect(await knowledge.replaceFile(ofFile, replaced, none)).toBe(true);
      expect(await knowledge.replaceFile(ofFile, replaced, none)).toBe(false);
      expect(await knowledge.find(ofFile)).toMatchObject({
        status: "ingesting",
        revision: 2,
        updatedAt: 8,
        indexedAt: 7,
      });
      await knowledge.addPassages(next, "", [newPassage(0, { text: "Second words." })]);
      expect([await find("first"), await find("second")]).toEqual([1, 0]);
      // What the earlier reading still writes is dropped.
      expect(await knowledge.addPassages(ofFile, "", [newPassage(1)])).toBe(false);
      expect(await knowledge.settle(ofFile, { status: "error", error: "Late", indexedAt: 9 })).toBe(false);
      expect(await knowledge.settle(next, { status: "ready", indexedAt: 9, text: "# Second" })).toBe(true);
      expect([await find("first"), await find("second")]).toEqual([0, 1]);
      expect(await knowledge.dropPassages(ofFile, { except: 2 }, 9)).toBe(1);
      expect(await find("second")).toBe(1);
    });

    test("passages are embedded in their order, by one model at a time, and deleted with their vectors", async () => {
      await using under = await prepared();
      const { knowledge } = under;
      const toEmbed = async (model: string, limit = 9) =>
        (await knowledge.passagesToEmbed(reading, model, limit)).map(({ position }) => position);
      const vectors = async (model: string, after = 0, limit = 9) =>
        (await knowledge.vectors(owner, model, after, limit)).map(({ vector }) => [...vector]);
      await knowledge.insert(owner, web, { most }, none);
      await knowledge.addPassages(reading, "kl_1", [newPassage(0), newPassage(1), newPassage(2)]);
      expect(await toEmbed("m")).toEqual([0, 1, 2]);
      const [first, second, third] = await knowledge.passagesToEmbed(reading, "m", 9);
      expect(first).toEqual({ ...newPassage(0), key: first!.key });
      const keys = [first!.key, second!.key, third!.key];
      const rows = keys.map((key, n) => ({ key, vector: Uint8Array.of(n, 255) }));
      expect(await knowledge.putVectors(reading, "m", rows.slice(0, 2))).toBe(true);
      expect(await toEmbed("m")).toEqual([2]);
      expect(await toEmbed("other", 2)).toEqual([0, 1]);
      const later = await knowledge.passagesToEmbed(reading, "other", 9, keys[0]);
      expect(later.map(({ position }) => position)).toEqual([1, 2]);
      expect(await knowledge.putVectors(reading, "m", rows)).toBe(true);
      expect([await knowledge.countVectors(owner, "m"), await knowledge.countVectors(owner, "other")]).toEqual([3, 0]);
      expect(await vectors("m", keys[0], 1)).toEqual([[1, 255]]);
      expect(await knowledge.putVectors(reading, "other", [{ key: keys[1]!, vector: Uint8Array.of(9) }])).toBe(true);
      expect([await vectors("m"), await vectors("other")]).toEqual([
        [
          [0, 255],
          [2, 255],
        ],
        [[9]],
      ]);

      const found = await knowledge.passagesOf(owner, [...keys, 999_999]);
      expect(new Set(found.keys())).toEqual(new Set(keys));
      expect(found.get(keys[2]!)).toEqual({ ...newPassage(2), source: web.id, page: "kl_1" });
      for (const other of others) {
        expect(await knowledge.passagesOf(other, keys)).toEqual(new Map());
        expect(await knowledge.vectors(other, "m", 0, 9)).toEqual([]);
        // A passage of another copilot is left alone.
        await knowledge.insert(other, web, { most }, none);
        await knowledge.putVectors({ ...other, source: web.id, revision: 1 }, "m", rows);
        expect(await knowledge.countVectors(other, "m")).toBe(0);
      }

      await knowledge.dropPassages(reading, { page: "kl_1", revision: 1 }, 1);
      expect(await knowledge.countVectors(owner, "m")).toBe(1);
      await knowledge.dropPassages(reading, "all", 9);
      expect([await knowledge.countVectors(owner, "m"), await knowledge.countVectors(owner, "other")]).toEqual([0, 0]);
      expect(await knowledge.putVectors(reading, "m", rows)).toBe(true);
      expect(await knowledge.countVectors(owner, "m")).toBe(0);
    });

    test("sources are embedded once they were read, and again with each reading and each model", async () => {
      await using under = await prepared();
      const { knowledge } = under;
      const missing = async (model: string, limit = 9, after?: Parameters<typeof knowledge.sourcesToEmbed>[2]) =>
        (await knowledge.sourcesToEmbed(model, limit, after)).map(({ copilot, source }) => `${copilot} ${source}`);
      const [of, elsewhere] = [owner, others[1]!];
      for (const one of [of, elsewhere]) await knowledge.insert(one, web, { most }, none);
      await knowledge.insert(of, file, { most, bytes }, none);
      expect(await missing("m")).toEqual([]);
      const end = { status: "ready", indexedAt: 7, text: "" } as const;
      for (const one of [reading, ofFile, { ...elsewhere, source: web.id, revision: 1 }])
        await knowledge.settle(one, end);
      const all = ["co_1 ks_f", "co_1 ks_w", "co_2 ks_w"];
      expect(await missing("m")).toEqual(all);
      expect(await missing("m", 2)).toEqual(all.slice(0, 2));
      expect(await missing("m", 2, reading)).toEqual(all.slice(2));
      expect(await knowledge.setEmbedded(ofFile, "m")).toBe(true);
      expect([await missing("m"), await missing("n")]).toEqual([all.slice(1), all]);

      await knowledge.replaceFile(ofFile, { mimeType: "text/plain", bytes, now: 8 }, none);
      expect(await missing("n")).toEqual(all.slice(1));
      expect(await knowledge.setEmbedded(ofFile, "m")).toBe(false);
      await knowledge.settle({ ...ofFile, revision: 2 }, end);
      expect(await missing("m")).toEqual(all);
    });

    test("[KN14] a source that is read again is found as before until the new reading ends", async () => {
      await using under = await prepared();
      const { knowledge } = under;
      const find = async (word: string) => (await knowledge.search(owner, [word], 9)).length;
      await knowledge.insert(owner, web, { most }, none);
      await knowledge.addLinks(reading, [newLink("kl_1")], most);
      await knowledge.addPassages(reading, "kl_1", [newPassage(0, { text: "First words." })]);
      await knowledge.settle(reading, { status: "ready", indexedAt: 7 });
      const again = { ...reading, revision: 2 };
      expect(await knowledge.readAgain(reading, 8, none)).toBe(true);
      expect(await knowledge.readAgain(reading, 8, none)).toBe(false);
      expect(await knowledge.find(reading)).toMatchObject({ status: "ingesting", revision: 2, updatedAt: 8 });
      expect(await knowledge.linkTotals(again)).toMatchObject({ links: 0, passages: 0 });
      await knowledge.addLinks(again, [newLink("kl_1")], most);
      await knowledge.addPassages(again, "kl_1", [newPassage(0, { text: "Second words." })]);
      expect([await find("first"), await find("second")]).toEqual([1, 0]);
      expect(await knowledge.linkTotals(again)).toMatchObject({ links: 1, passages: 1 });
      await knowledge.settle(again, { status: "ready", indexedAt: 9 });
      expect([await find("first"), await find("second")]).toEqual([0, 1]);
    });

    test("a failed reading says why, and nothing is written to a source that is gone", async () => {
      await using under = await prepared();
      const { knowledge } = under;
      await knowledge.insert(owner, web, { most }, none);
      expect(await knowledge.settle(reading, { status: "error", error: "Why", indexedAt: 7 })).toBe(true);
      expect(await knowledge.find(reading)).toMatchObject({ status: "error", error: "Why" });
      await knowledge.delete(reading, "web", none);
      expect(await knowledge.addLinks(reading, [newLink("kl_1")], most)).toBe(false);
      expect(await knowledge.putLink(reading, newLink("kl_1"))).toBe(false);
      expect(await knowledge.addPassages(reading, "", [newPassage(0)])).toBe(false);
      expect(await knowledge.settle(reading, { status: "ready", indexedAt: 9 })).toBe(false);
      expect(await knowledge.linkTotals(reading)).toMatchObject({ links: 0, passages: 0 });
    });
  });
}
