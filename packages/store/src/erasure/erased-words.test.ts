import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newCopilot } from "@weft/collab/suites/copilot-records.suite.ts";
import { newPassage, newWebSource } from "@weft/collab/suites/knowledge-records.suite.ts";
import { newProject } from "@weft/collab/suites/webhook-records.suite.ts";
import type { CopilotId, ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import { openStore } from "../open.ts";
import { dataFileOf, temporaryDirectory } from "../testing/adapters.ts";

const owner = { project: "p" as ProjectId, copilot: "co_1" as CopilotId };
const { signal } = new AbortController();

test("[DB31] [G12] words of deleted passages leave the data file, and others are found as before", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  await using store = await openStore(`sqlite:${path}`);
  const { knowledge, erasure } = store;
  await store.projects.insertProject(newProject(owner.project));
  await store.copilots.insert(owner.project, newCopilot(owner.copilot), 9);
  // Each call makes a part of the index. The word sorts last, so that the index holds it unabridged.
  const readings = ["ks_1", "ks_2"].map((id) => ({ ...owner, source: newWebSource(id).id, revision: 1 }));
  for (const reading of readings) {
    await knowledge.insert(owner, newWebSource(reading.source), { most: 9 }, {});
    const word = reading === readings[0] ? "zyzzycanary" : "zebra";
    for (let page = 0; page < 3; page++)
      await knowledge.addPassages(reading, `kl_${page}`, [newPassage(0, { text: `A passage about the ${word}.` })]);
  }
  const holdsWord = async () => {
    await dataFileOf(store).truncateLog();
    return readFileSync(path).includes("yzzycanar");
  };
  const found = async (word: string) => (await knowledge.search(owner, [word], 9)).length;

  await knowledge.delete(readings[0]!, "web", {});
  await knowledge.dropPassages(readings[0]!, "all", 9);
  expect([await found("zyzzycanary"), await holdsWord()]).toEqual([0, true]);
  await erasure.forgetWords(AbortSignal.abort());
  expect(await holdsWord()).toBe(true);
  await erasure.forgetWords(signal);
  expect([await found("zebra"), await holdsWord()]).toEqual([3, false]);

  // Nothing is left to do, and what is written later is deleted as well.
  await erasure.forgetWords(signal);
  await knowledge.addPassages(readings[1]!, "kl_9", [newPassage(0, { text: "The zyzzycanary again." })]);
  await knowledge.dropPassages(readings[1]!, { page: "kl_9", revision: 1 }, 9);
  await erasure.forgetWords(signal);
  expect([await found("zebra"), await found("zyzzycanary"), await holdsWord()]).toEqual([3, 0, false]);
});
