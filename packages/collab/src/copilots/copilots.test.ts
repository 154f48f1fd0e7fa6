import type { CopilotDraft, CopilotId, ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import { createMemoryCopilotRecords } from "../../suites/memory-copilot-records.ts";
import { createCursors } from "../cursor.ts";
import { createSeal } from "../seal.ts";
import { modelsWith } from "./copilot-rules.ts";
import { createCopilots } from "./copilots.ts";

const [project, elsewhere] = ["p1", "p2"] as ProjectId[] as [ProjectId, ProjectId];
const draft: CopilotDraft = {
  name: "Helper",
  systemPrompt: "Help.",
  provider: "openai",
  providerModel: "gpt-5",
  providerApiKey: "sk-secret-1234",
};
const compatible = {
  provider: "openai-compatible",
  providerModel: "any-name",
  compatibleProviderName: "Local",
  providerBaseUrl: "http://localhost:1234/v1",
} as const;

function open() {
  const records = createMemoryCopilotRecords();
  const clock = { now: 1_000 };
  let ids = 0;
  const deleted: string[] = [];
  const copilots = createCopilots({
    records: {
      ...records,
      async delete(of, id, effects) {
        const isDone = await records.delete(of, id);
        if (isDone) deleted.push(...(effects?.jobs ?? []).map(({ key = "" }) => key));
        return isDone;
      },
    },
    seal: createSeal(Buffer.alloc(32, 1)),
    models: modelsWith({ openai: ["gpt-new", "gpt-5"] }),
    defaultModel: { provider: "google", name: "gemini-2.5-pro", apiKey: "of the server" },
    deletion: (_, id) => ({ jobs: [{ kind: "knowledgeDeletion", key: id, createdAt: clock.now, payload: {} }] }),
    cursors: createCursors(Buffer.alloc(32, 1)),
    randomId: () => `${ids++}`,
    now: () => clock.now,
    limits: { copilotsPerProject: 3, copilotVersions: 3, copilotTrials: 2 },
  });
  return { copilots, records, clock, deleted };
}

test("[CP1] the provider's key is stored sealed, and opened for calls of the provider alone", async () => {
  const { copilots, records } = open();
  const { id } = await copilots.create(project, draft);
  const stored = await records.find(project, id);
  expect(JSON.stringify(stored)).not.toContain(draft.providerApiKey);
  expect(stored).toMatchObject({ keyEnd: "1234", alwaysUseKnowledge: false });
  expect(await copilots.use(project, id)).toMatchObject({ model: { apiKey: draft.providerApiKey, name: "gpt-5" } });
  await copilots.update(project, id, { providerApiKey: "sk-other-5678" });
  expect(await copilots.use(project, id)).toMatchObject({ model: { apiKey: "sk-other-5678" } });
  await copilots.update(project, id, { name: "Renamed" });
  expect(await copilots.use(project, id)).toMatchObject({ name: "Renamed", model: { apiKey: "sk-other-5678" } });
});

test("[CP1] a key that another master key sealed leaves a copilot without a model", async () => {
  const { copilots, records } = open();
  const { id } = await copilots.create(project, draft);
  const stored = (await records.find(project, id))!;
  await records.update(project, { ...stored, sealedKey: "", keyEnd: "" });
  expect((await copilots.use(project, id))?.model).toBeUndefined();
});

test.each([
  [{ providerModel: "claude-opus-4-6" }, "The model 'claude-opus-4-6' is not one of the provider 'openai'."],
  [{ provider: "anthropic" }, "The model 'gpt-5' is not one of the provider 'anthropic'."],
  [{ ...compatible, compatibleProviderName: null }, "Missing key: 'compatibleProviderName'."],
  [{ ...compatible, providerBaseUrl: null }, "Missing key: 'providerBaseUrl'."],
  [
    { providerBaseUrl: "https://a.example" },
    "Value at key 'providerBaseUrl': is only allowed with the provider 'openai-compatible'.",
  ],
  [
    { providerOptions: { google: {} } },
    "Value at keypath 'providerOptions.google': does not belong to the provider 'openai'.",
  ],
  [
    {
      provider: "anthropic",
      providerModel: "claude-opus-4-6",
      providerOptions: { anthropic: { thinking: { type: "enabled", budgetTokens: 500 } } },
      settings: { maxTokens: 500 },
    },
    "Value at keypath 'providerOptions.anthropic.thinking.budgetTokens': must be less than 'settings.maxTokens'.",
  ],
] as const)("[CP2] %j is refused on creation and on a change", async (change, message) => {
  const { copilots } = open();
  const refused = { code: "UNPROCESSABLE_ENTITY", message };
  await expect(copilots.create(project, { ...draft, ...change })).rejects.toMatchObject(refused);
  const { id } = await copilots.create(project, draft);
  await expect(copilots.update(project, id, change as Partial<CopilotDraft>)).rejects.toMatchObject(refused);
  expect(await copilots.get(project, id)).toMatchObject({ provider: "openai", providerModel: "gpt-5", revision: 1 });
});

test("[CP2] models are those of the catalogue and those that the operator adds", async () => {
  const { copilots } = open();
  await copilots.create(project, { ...draft, providerModel: "gpt-new" });
  const ids = copilots.models.openai.map((model) => model.id);
  expect(ids.filter((id) => id === "gpt-5")).toHaveLength(1);
  const old = { provider: "anthropic", providerModel: "claude-4-opus-20250514" } as const;
  const { id } = await copilots.create(project, { ...draft, ...old });
  expect(await copilots.use(project, id)).toMatchObject({ model: { name: "claude-opus-4-20250514" } });
  expect(await copilots.get(project, id)).toMatchObject(old);
});

test("[CP3] a change of the provider drops what belongs to the earlier one", async () => {
  const { copilots } = open();
  const { id } = await copilots.create(project, {
    ...draft,
    ...compatible,
    description: "d",
    settings: { temperature: 1 },
  });
  const providerApiKey = "key-of-another-provider";
  const google = { provider: "google", providerModel: "gemini-2.5-pro", providerApiKey } as const;
  const moved = await copilots.update(project, id, google);
  expect(moved.providerBaseUrl).toBeUndefined();
  expect(moved.compatibleProviderName).toBeUndefined();
  expect(moved).toMatchObject({ description: "d", settings: { temperature: 1 } });
  await copilots.update(project, id, { providerOptions: { google: { thinkingConfig: { thinkingBudget: 0 } } } });
  const openai = { provider: "openai", providerModel: "gpt-5", providerApiKey } as const;
  const back = await copilots.update(project, id, { ...openai, description: null });
  expect([back.providerOptions, back.description]).toEqual([undefined, undefined]);
  expect((await copilots.update(project, id, { settings: null })).settings).toBeUndefined();
});

test.for([
  [draft, { ...compatible }, "provider"],
  [draft, { provider: "google", providerModel: "gemini-2.5-pro" }, "provider"],
  [{ ...draft, ...compatible }, { providerBaseUrl: "https://elsewhere.example/v1" }, "providerBaseUrl"],
  [{ ...draft, ...compatible }, { providerBaseUrl: "http://localhost:1234/other" }, "providerBaseUrl"],
  [{ ...draft, ...compatible }, { providerBaseUrl: "http://localhost:1234/v1?to=a" }, "providerBaseUrl"],
  [{ ...draft, ...compatible }, { provider: "openai", providerModel: "gpt-5" }, "provider"],
] as const)("[CP7] the stored key of %j is not sent where %j says", async ([created, change, field]) => {
  const { copilots } = open();
  const { id } = await copilots.create(project, created);
  const before = await copilots.use(project, id);
  await expect(copilots.update(project, id, change)).rejects.toMatchObject({
    code: "UNPROCESSABLE_ENTITY",
    message: `Missing key: 'providerApiKey'. The stored key is not sent elsewhere, so a change of '${field}' needs a key.`,
  });
  expect(await copilots.use(project, id)).toEqual(before);
  await copilots.update(project, id, { ...change, providerApiKey: "sk-new" });
  expect(await copilots.use(project, id)).toMatchObject({ model: { apiKey: "sk-new" } });
});

test("[CP7] the key is kept where the provider and its address are named again", async () => {
  const { copilots } = open();
  const { id } = await copilots.create(project, { ...draft, ...compatible });
  const same = { ...compatible, providerBaseUrl: `${compatible.providerBaseUrl}/`, providerModel: "other" };
  await copilots.update(project, id, { ...same, compatibleProviderName: "Renamed" });
  const model = { apiKey: draft.providerApiKey, name: "other", compatible: { name: "Renamed" } };
  expect(await copilots.use(project, id)).toMatchObject({ model });
});

test("[CP3] changes that come at the same time are all made", async () => {
  const { copilots } = open();
  const { id } = await copilots.create(project, draft);
  await Promise.all([
    copilots.update(project, id, { name: "Other" }),
    copilots.update(project, id, { systemPrompt: "Help more." }),
    copilots.update(project, id, { description: "d" }),
  ]);
  expect(await copilots.get(project, id)).toMatchObject({
    name: "Other",
    systemPrompt: "Help more.",
    description: "d",
    revision: 4,
  });
});

test("[CP4] copilots belong to their project, which has a bounded number of them", async () => {
  const { copilots, deleted, clock } = open();
  const { id } = await copilots.create(project, draft);
  const missing = { code: "RESOURCE_NOT_FOUND", message: "Copilot not found" };
  await expect(copilots.get(elsewhere, id)).rejects.toMatchObject(missing);
  await expect(copilots.update(elsewhere, id, {})).rejects.toMatchObject(missing);
  await expect(copilots.delete(elsewhere, id)).rejects.toMatchObject(missing);
  expect(await copilots.use(elsewhere, id)).toBeUndefined();
  for (const createdAt of [1_001, 1_002]) {
    clock.now = createdAt;
    await copilots.create(project, draft);
  }
  await expect(copilots.create(project, draft)).rejects.toMatchObject({ code: "PROJECT_FULL" });
  const first = await copilots.list(project, { limit: 2 });
  const rest = await copilots.list(project, { limit: 2, startingAfter: first.nextCursor! });
  expect([...first.copilots, ...rest.copilots].map((one) => one.id)).toEqual(["co_2", "co_1", "co_0"]);
  expect(rest.nextCursor).toBeNull();
  await copilots.delete(project, id);
  expect(deleted).toEqual([id]);
});

test("[CP5] a question that names no copilot is answered by the server's default", async () => {
  const { copilots, clock } = open();
  const standard = await copilots.use(project, undefined);
  expect(standard).toMatchObject({ model: { provider: "google", apiKey: "of the server" } });
  expect(standard?.id).toBeUndefined();
  expect(await copilots.use(project, "co_none" as CopilotId)).toBeUndefined();
  const { id } = await copilots.create(project, draft);
  clock.now = 2_000;
  await copilots.use(project, id);
  expect(await copilots.get(project, id)).toMatchObject({ lastUsedAt: 2_000, updatedAt: 1_000 });
});

test("[CP9] each change of what answers depend on keeps a version, and no other change does", async () => {
  const { copilots, records, clock } = open();
  const member = { kind: "member", account: "a1" } as const;
  const { id } = await copilots.create(project, draft, member);
  clock.now = 2_000;
  await copilots.update(project, id, { name: "Renamed", description: "d", providerApiKey: "sk-other-5678" });
  await copilots.update(project, id, { systemPrompt: draft.systemPrompt });
  expect((await copilots.versions.list(project, id)).map(({ revision, by }) => [revision, by])).toEqual([[1, member]]);
  clock.now = 3_000;
  await copilots.update(project, id, { systemPrompt: "Be brief.", settings: { temperature: 1, topP: 0.5 } }, member);
  await copilots.update(project, id, { settings: { topP: 0.5, temperature: 1 } });
  await copilots.update(project, id, { settings: null, alwaysUseKnowledge: true });
  const listed = await copilots.versions.list(project, id);
  expect(listed.map(({ revision, changed, by }) => [revision, changed, by.kind])).toEqual([
    [6, ["alwaysUseKnowledge", "settings"], "api"],
    [4, ["systemPrompt", "settings"], "member"],
    [1, [], "member"],
  ]);
  expect(await copilots.versions.get(project, id, 4)).toMatchObject({
    createdAt: 3_000,
    configuration: { systemPrompt: "Be brief.", settings: { temperature: 1, topP: 0.5 } },
  });
  expect(JSON.stringify(await copilots.versions.get(project, id, 4))).not.toContain("sk-");
  const missing = { code: "RESOURCE_NOT_FOUND" };
  await expect(copilots.versions.get(project, id, 5)).rejects.toMatchObject(missing);
  await expect(copilots.versions.list(elsewhere, id)).rejects.toMatchObject(missing);

  // The newest are kept.
  await copilots.update(project, id, { systemPrompt: "One." });
  expect((await copilots.versions.list(project, id)).map(({ revision }) => revision)).toEqual([7, 6, 4]);
  expect(await records.version(project, id, 1)).toBeUndefined();
});

test("[CP9] what was saved without a version is kept with the next change", async () => {
  const { copilots, records, clock } = open();
  const { id } = await copilots.create(project, draft);
  // As an earlier release has written it.
  const stored = (await records.find(project, id))!;
  await records.update(project, { ...stored, systemPrompt: "Written earlier.", updatedAt: 1_500 });
  clock.now = 2_000;
  await copilots.update(project, id, { systemPrompt: "Written now." });
  const listed = await copilots.versions.list(project, id);
  expect(listed.map(({ revision, by, createdAt }) => [revision, by.kind, createdAt])).toEqual([
    [3, "api", 2_000],
    [2, "unknown", 1_500],
    [1, "api", 1_000],
  ]);

  // A copilot without versions shows itself.
  await records.insert(project, { ...stored, id: "co_old" as CopilotId }, 9);
  expect(await copilots.versions.list(project, "co_old" as CopilotId)).toMatchObject([
    { revision: 1, by: { kind: "unknown" } },
  ]);
  expect(await copilots.versions.get(project, "co_old" as CopilotId, 1)).toMatchObject({
    configuration: { systemPrompt: draft.systemPrompt },
  });
});

test("[CP10] a configuration is used under an id of its own, counts for its copilot, and is not saved", async () => {
  const { copilots } = open();
  const { id } = await copilots.create(project, draft);
  const trial = (await copilots.try(project, id, {
    systemPrompt: "Tried.",
    settings: { temperature: 1 },
  })) as CopilotId;
  expect(await copilots.use(project, trial)).toMatchObject({
    id,
    systemPrompt: "Tried.",
    model: { apiKey: draft.providerApiKey, settings: { temperature: 1 } },
  });
  expect(await copilots.get(project, id)).toMatchObject({ systemPrompt: draft.systemPrompt });
  expect(await copilots.use(elsewhere, trial)).toBeUndefined();
  expect(await copilots.use(project, "trial_none" as CopilotId)).toBeUndefined();
  await expect(copilots.get(project, trial)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  await copilots.delete(project, id);
  expect(await copilots.use(project, trial)).toBeUndefined();
});

test("[CP7] [CP10] a configuration for another address needs a key, and never gets a later one of the copilot", async () => {
  const { copilots } = open();
  const { id } = await copilots.create(project, { ...draft, ...compatible });
  await expect(copilots.try(project, id, { providerBaseUrl: "https://mine.example/v1" })).rejects.toMatchObject({
    code: "UNPROCESSABLE_ENTITY",
  });
  const own = { providerBaseUrl: "https://mine.example/v1", providerApiKey: "sk-mine" };
  const withKey = (await copilots.try(project, id, own)) as CopilotId;
  expect(await copilots.use(project, withKey)).toMatchObject({
    model: { apiKey: "sk-mine", compatible: { baseUrl: "https://mine.example/v1" } },
  });
  const kept = (await copilots.try(project, id, { systemPrompt: "Tried." })) as CopilotId;
  await copilots.update(project, id, { providerBaseUrl: "https://other.example/v1", providerApiKey: "sk-other" });
  expect((await copilots.use(project, kept))?.model).toBeUndefined();
});
