import type { CopilotId, ProjectId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import type {
  CopilotRecord,
  CopilotRecords,
  CopilotTrialRecord,
  CopilotVersionRecord,
  VersionAuthor,
} from "../src/copilots/copilot-records.ts";

export interface CopilotRecordsUnderTest extends AsyncDisposable {
  readonly copilots: CopilotRecords;
  createProject(id: ProjectId): Promise<void>;
}

const [project, elsewhere] = ["p1", "p2"] as ProjectId[] as [ProjectId, ProjectId];
const many = 100;

export function newCopilot(id: string, change: Partial<CopilotRecord> = {}): Omit<CopilotRecord, "revision"> {
  return {
    id: id as CopilotId,
    name: "Helper",
    systemPrompt: "Help.",
    alwaysUseKnowledge: false,
    provider: "openai",
    providerModel: "gpt-5",
    sealedKey: "sealed",
    keyEnd: "1234",
    createdAt: 5,
    updatedAt: 5,
    ...change,
  };
}

/** What every CopilotRecords promises. An adapter's test file is one call to this. */
export function copilotRecordsSuite(open: () => Promise<CopilotRecordsUnderTest>): void {
  const prepared = async () => {
    const under = await open();
    for (const id of [project, elsewhere]) await under.createProject(id);
    return under;
  };

  describe("CopilotRecords", () => {
    test("a copilot is found in its project alone, as it was written", async () => {
      await using under = await prepared();
      const { copilots } = under;
      const full = newCopilot("co_1", {
        description: "d",
        knowledgePrompt: "k",
        alwaysUseKnowledge: true,
        provider: "openai-compatible",
        providerModel: "any",
        providerOptions: { openai: { webSearch: { allowedDomains: ["a.example"] } } },
        compatibleProviderName: "Local",
        providerBaseUrl: "http://localhost:1234/v1",
        settings: { temperature: 0.5, stopSequences: ["\n"] },
      });
      expect(await copilots.insert(project, full, many)).toBe(true);
      expect(await copilots.insert(project, newCopilot("co_2"), many)).toBe(true);
      expect(await copilots.find(project, full.id)).toEqual({ ...full, revision: 1 });
      expect(await copilots.find(project, "co_2" as CopilotId)).toEqual({ ...newCopilot("co_2"), revision: 1 });
      expect(await copilots.find(elsewhere, full.id)).toBeUndefined();
      expect(await copilots.list(elsewhere, { limit: 9 })).toEqual([]);
      expect(await copilots.delete(elsewhere, full.id)).toBe(false);
      expect(await copilots.delete(project, full.id)).toBe(true);
      expect(await copilots.delete(project, full.id)).toBe(false);
      expect(await copilots.find(project, full.id)).toBeUndefined();
    });

    test("a project has a bounded number of copilots", async () => {
      await using under = await prepared();
      const { copilots } = under;
      expect(await copilots.insert(project, newCopilot("co_1"), 1)).toBe(true);
      expect(await copilots.insert(project, newCopilot("co_2"), 1)).toBe(false);
      expect(await copilots.insert(elsewhere, newCopilot("co_2"), 1)).toBe(true);
    });

    test("lists go from the newest to the oldest, page by page, also within one instant", async () => {
      await using under = await prepared();
      const { copilots } = under;
      for (const [id, createdAt] of [
        ["co_c", 30],
        ["co_a", 10],
        ["co_b", 30],
      ] as const)
        await copilots.insert(project, newCopilot(id, { createdAt }), many);
      const first = await copilots.list(project, { limit: 2 });
      expect(first.map(({ id }) => id)).toEqual(["co_c", "co_b"]);
      const rest = await copilots.list(project, { limit: 2, after: first.at(-1)! });
      expect(rest.map(({ id }) => id)).toEqual(["co_a"]);
    });

    test("a change is written over the revision that was read, and leaves the time of use alone", async () => {
      await using under = await prepared();
      const { copilots } = under;
      const first = newCopilot("co_1", { description: "d" });
      await copilots.insert(project, first, many);
      await copilots.used(project, first.id, 9);
      await copilots.used(project, first.id, 7);
      const changed = { ...first, description: undefined, name: "Other", updatedAt: 8, revision: 1 };
      expect(await copilots.update(project, changed)).toBe(true);
      expect(await copilots.update(project, { ...changed, name: "Late" })).toBe(false);
      expect(await copilots.update(elsewhere, { ...changed, revision: 2 })).toBe(false);
      const { description: _, ...kept } = changed;
      expect(await copilots.find(project, first.id)).toEqual({ ...kept, lastUsedAt: 9, revision: 2 });
    });

    test("[CP9] versions are written with their change, the newest first, and the oldest are dropped", async () => {
      await using under = await prepared();
      const { copilots } = under;
      const { id } = newCopilot("co_1");
      const version = (revision: number, by: VersionAuthor = { kind: "api" }): CopilotVersionRecord => ({
        revision,
        createdAt: revision * 10,
        by,
        changed: ["systemPrompt", "settings"],
        configuration: {
          systemPrompt: `Prompt ${revision}`,
          alwaysUseKnowledge: false,
          provider: "openai",
          providerModel: "gpt-5",
          settings: { temperature: 0.5 },
        },
      });
      const kept = (...versions: CopilotVersionRecord[]) => ({ versions, most: 3 });
      expect(await copilots.versions(project, id)).toEqual([]);
      expect(await copilots.version(project, id)).toBeUndefined();
      await copilots.insert(project, newCopilot("co_1"), many, kept(version(1, { kind: "unknown" })));
      const second = version(2, { kind: "member", account: "a1" });
      expect(await copilots.update(project, { ...newCopilot("co_1"), revision: 1 }, kept(second))).toBe(true);
      expect(await copilots.update(project, { ...newCopilot("co_1"), revision: 1 }, kept(version(9)))).toBe(false);
      expect(await copilots.version(project, id)).toEqual(second);
      expect(await copilots.version(project, id, 1)).toEqual(version(1, { kind: "unknown" }));
      expect(await copilots.version(elsewhere, id, 1)).toBeUndefined();
      await copilots.update(project, { ...newCopilot("co_1"), revision: 2 });
      await copilots.update(project, { ...newCopilot("co_1"), revision: 3 }, kept(version(3), version(4)));
      const { configuration: _, ...entry } = second;
      const listed = await copilots.versions(project, id);
      expect(listed.map(({ revision }) => revision)).toEqual([4, 3, 2]);
      expect(listed.at(-1)).toEqual(entry);
      await copilots.delete(project, id);
      expect(await copilots.versions(project, id)).toEqual([]);
    });

    test("[CP10] the newest trials of a copilot are found, in its project, until it is deleted", async () => {
      await using under = await prepared();
      const { copilots } = under;
      const { id } = newCopilot("co_1");
      const trial = (name: string, createdAt: number): CopilotTrialRecord => ({
        id: name,
        copilot: id,
        createdAt,
        configuration: { systemPrompt: name, alwaysUseKnowledge: true, provider: "openai", providerModel: "gpt-5" },
      });
      expect(await copilots.insertTrial(project, trial("t1", 1), 2)).toBe(false);
      await copilots.insert(project, newCopilot("co_1"), many);
      for (const one of [trial("t1", 1), { ...trial("t2", 2), sealedKey: "sealed" }, trial("t3", 2)])
        expect(await copilots.insertTrial(project, one, 2)).toBe(true);
      expect(await copilots.trial(project, "t1")).toBeUndefined();
      expect(await copilots.trial(project, "t2")).toEqual({ ...trial("t2", 2), sealedKey: "sealed" });
      expect(await copilots.trial(project, "t3")).toEqual(trial("t3", 2));
      expect(await copilots.trial(elsewhere, "t3")).toBeUndefined();
      await copilots.delete(project, id);
      expect(await copilots.trial(project, "t3")).toBeUndefined();
    });
  });
}
