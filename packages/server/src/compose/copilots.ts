import {
  createAnswerBudget,
  createChats,
  createContextualPrompts,
  createCopilots,
  createKeyTest,
  createKnowledge,
  createMeaning,
  createSeal,
  deletionOfKnowledge,
  modelsWith,
} from "@weft/collab";
import type { Chats, ContextualPrompts, Copilots, KeyTest, Knowledge, Models } from "@weft/collab";
import { withAssistant, withDocumentation } from "../assistant/assistant.ts";
import { createDocumentation } from "../assistant/documentation.ts";
import { openAiSocket } from "../ai-socket/ai-socket.ts";
import type { AiSocket } from "../ai-socket/ai-socket.ts";
import { openBackgroundJob } from "../background-job.ts";
import { defaultModelOf, embeddingModelOf } from "../config.ts";
import { openExtractor } from "../extraction/extractor.ts";
import { siteFolder } from "../http/site.ts";
import { createEmbeddings } from "../models/embeddings.ts";
import { createModels, createTryModel } from "../models/models.ts";
import { runSweep } from "../jobs/sweeps.ts";
import { createRandomIds } from "../random-ids.ts";
import type { ProjectId } from "@weft/protocol";
import type { Base } from "./base.ts";
import type { LiveRooms } from "./live-rooms.ts";
import type { Storage } from "./storage.ts";
import { pause } from "../pause.ts";

/** AI copilots of projects, and the chats of users with them. */
export interface Assistance {
  readonly copilots: Copilots;
  readonly contextualPrompts: ContextualPrompts;
  readonly knowledge: Knowledge;
  readonly chats: Chats;
  readonly aiSocket: AiSocket;
  /** Tries keys of providers. */
  readonly keyTest: KeyTest;
  /** Whether an AI provider is configured for the site's assistant. */
  readonly assistantHasModel: boolean;
}

/** @param models In tests, in place of those of providers. */
export function openAssistance(
  base: Base,
  { store, cursors, masterKey }: Storage,
  live: LiveRooms,
  models: Models = createModels(addressesOf(base)),
): Assistance {
  const { config, limits, now, clock, log, boundary, outbound, trusts, parts } = base;
  const randomId = createRandomIds();
  const defaultModel = defaultModelOf(config);
  const copilots = createCopilots({
    records: store.copilots,
    seal: createSeal(masterKey),
    models: modelsWith(config.aiModels),
    defaultModel,
    deletion: (project, copilot) => deletionOfKnowledge(project, copilot, now()),
    cursors,
    randomId,
    now,
    limits,
  });
  const budget = createAnswerBudget({
    quotas: live.planQuotas,
    records: store.activity,
    used: (project, use) => live.activityWriter.aiUsed(project, use),
    usedFor: (project, copilot, use) => live.activityWriter.copilotUsed(project, copilot, use),
    answered: (project, copilot, outcomes) => live.activityWriter.copilotAnswered(project, copilot, outcomes),
    settle: () => live.activityWriter.settle(),
    signals: base.signals,
    now,
    limits,
  });
  const contextualPrompts = createContextualPrompts({
    copilots,
    models,
    budget,
    clock,
    failed: (err) => log.warn({ err }, "a prompt in a text editor could not be answered"),
    limits,
  });
  const keyTest = createKeyTest({ copilots, tryModel: createTryModel(addressesOf(base)), clock, limits });
  const embeddingModel = embeddingModelOf(config);
  const meaning =
    embeddingModel &&
    createMeaning({
      embeddings: createEmbeddings(embeddingModel, { urls: config.aiUrls ?? {}, limits }),
      records: store.knowledge,
      jobs: store.jobs,
      budget,
      clock,
      failed: (err, { project, copilot }) =>
        log.warn(
          { err, project, copilot },
          "knowledge was searched by words alone: its embedding model did not answer",
        ),
      limits,
    });
  const knowledge = createKnowledge({
    records: store.knowledge,
    copilots,
    extractor: parts.use(openExtractor({ clock, limits })),
    send: (request) => outbound.send(request),
    meaning,
    cursors,
    randomId,
    now,
    pause: (ms, signal) => pause(ms, signal, clock),
    limits,
  });
  for (const handler of knowledge.handlers) live.runner.handle(handler);
  runSweep(
    {
      kind: "knowledgeIndexSweep",
      everyMs: limits.knowledgeIndexSweepMs,
      firstAfterMs: limits.knowledgeIndexSweepMs,
      work: (signal) => store.erasure.forgetWords(signal),
    },
    live.sweeps,
  );
  runSweep(
    {
      kind: "knowledgeTermsSweep",
      everyMs: limits.knowledgeIndexSweepMs,
      work: (signal) => knowledge.addMissingTerms(signal),
    },
    live.sweeps,
  );
  if (meaning !== undefined)
    runSweep(
      {
        kind: "knowledgeEmbeddingSweep",
        everyMs: limits.knowledgeEmbeddingSweepMs,
        work: (signal) => meaning.addMissing(signal),
      },
      live.sweeps,
    );
  const chats = parts.use(
    createChats({
      records: store.chats,
      models,
      copilots: withAssistant(copilots, defaultModel),
      knowledge: withDocumentation(knowledge, createDocumentation({ folder: siteFolder })),
      budget,
      quotas: live.quotas,
      signals: base.signals,
      clock,
      randomId,
      node: randomId(),
      cursors,
      failed: (err, { id, copilotId }) => log.warn({ err, message: id, copilot: copilotId }, "an answer failed"),
      commandFailed: (err) => log.error({ err }, "a command of a chat failed"),
      limits,
    }),
  );
  parts.use(
    openBackgroundJob({
      clock,
      everyMs: limits.answerLeaseMs,
      firstAfterMs: 0,
      failed: (err) => log.warn({ err }, "answers of ended processes could not be settled; it is tried again"),
      work: async () => void (await chats.recover()),
    }),
  );
  const aiSocket = openAiSocket({
    chats,
    tokens: live.tokens,
    projects: live.projects,
    clock,
    limits,
    log,
    boundary,
    trustsProxy: trusts,
    counts: base.socketCounts,
    unreadInput: base.unreadInput,
  });
  const assistantHasModel = defaultModel !== undefined;
  return { copilots, knowledge, contextualPrompts, chats, aiSocket, keyTest, assistantHasModel };
}

/** Where models are called. */
function addressesOf({ config, outbound, limits }: Base) {
  return {
    urls: config.aiUrls ?? {},
    guardedFetch: (project: ProjectId) => outbound.fetchFor(project),
    limits,
  };
}
