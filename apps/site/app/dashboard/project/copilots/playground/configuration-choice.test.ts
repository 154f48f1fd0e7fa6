import { expect, test } from "vitest";
import { fieldsOf } from "../copilot-fields.ts";
import type { CopilotBody } from "../copilot-queries.ts";
import { configurationChoice, configurationOptions, unsavedPatch, versionOf } from "./configuration-choice.ts";

const copilot: CopilotBody = {
  type: "copilot",
  id: "co_1",
  name: "Helper",
  systemPrompt: "Help.",
  alwaysUseKnowledge: false,
  provider: "openai",
  providerModel: "gpt-5",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};
const version = (number: number) => ({
  version: number,
  createdAt: "2026-01-01T00:00:00.000Z",
  by: "api" as const,
  memberName: null,
  changed: [],
});
const choices = { models: { openai: ["gpt-5", "gpt-5-mini"], anthropic: ["claude"], google: [] } };

test("the saved configuration can be compared with unsaved changes, other models of its provider and earlier versions", () => {
  const sources = { copilot, hasUnsaved: true, versions: [version(3), version(1)], choices };
  const values = (change: object) => configurationOptions({ ...sources, ...change }).map(({ value }) => value);
  expect(values({})).toEqual(["saved", "unsaved", "model:gpt-5-mini", "version:1"]);
  expect(values({ hasUnsaved: false, versions: [], choices: undefined })).toEqual(["saved"]);
  expect(values({ copilot: { ...copilot, provider: "openai-compatible" }, versions: [] })).toEqual([
    "saved",
    "unsaved",
  ]);
});

test("an address with a choice that is not offered means the saved configuration", () => {
  const options = configurationOptions({ copilot, hasUnsaved: false, versions: [version(3), version(1)], choices });
  expect(configurationChoice("version:1", options)).toBe("version:1");
  expect(configurationChoice("unsaved", options)).toBe("saved");
  expect(configurationChoice("version:9", options)).toBe("saved");
  expect([versionOf("version:1"), versionOf("saved")]).toEqual([1, undefined]);
});

test("of unsaved changes, those count that answers depend on", () => {
  const fields = { ...fieldsOf(copilot), name: "Other", description: "d", temperature: "1" };
  expect(unsavedPatch(copilot, fields)).toEqual({ settings: { temperature: 1 } });
});
