import { readableLimit } from "../docs/generated/limits.ts";
import type { ReadableLimit } from "../docs/generated/limits.ts";

/** What an operator is most likely to adjust; all limits are on the limits page. */
const groups: readonly { readonly title: string; readonly names: readonly string[] }[] = [
  { title: "Connections", names: ["connectionsPerRoom", "connectionsPerProject", "connectionsPerAddress"] },
  {
    title: "Storage and documents",
    names: [
      "roomsPerProject",
      "bytesPerProject",
      "storageBytes",
      "documentBytes",
      "storageFile",
      "storageFilesPerRoom",
    ],
  },
  { title: "Comments", names: ["threadsPerRoom", "commentsPerThread", "membersPerGroup"] },
  { title: "Versions", names: ["versionsPerRoom", "versionBytesPerRoom"] },
  { title: "AI", names: ["copilotsPerProject", "knowledgeSourcesPerCopilot", "knowledgeFile", "answersPerProject"] },
  { title: "API and webhooks", names: ["restRatePerSecond", "messagesPerSecond", "webhooksPerProject"] },
];

/** The limits of a server with their defaults, read when the site is built. */
export function operatorLimits(): readonly { readonly title: string; readonly limits: readonly ReadableLimit[] }[] {
  return groups.map(({ title, names }) => {
    const limits = names.map(readableLimit);
    const fixed = limits.find((limit) => limit.fixed);
    if (fixed !== undefined) throw new Error(`No operator can set the limit ${fixed.name}.`);
    return { title, limits };
  });
}
