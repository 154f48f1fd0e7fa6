import { rooms } from "./0001-rooms.ts";
import { files } from "./0002-files.ts";
import { documents } from "./0003-documents.ts";
import { accounts } from "./0004-accounts.ts";
import { activity } from "./0005-activity.ts";
import { jobsAndEvents } from "./0006-jobs-and-events.ts";
import { uploads } from "./0007-uploads.ts";
import { comments } from "./0008-comments.ts";
import { groups } from "./0009-groups.ts";
import { managementTokens } from "./0010-management-tokens.ts";
import { textEditors } from "./0011-text-editors.ts";
import { webhooks } from "./0012-webhooks.ts";
import { feeds } from "./0013-feeds.ts";
import { commentDetails } from "./0014-comment-details.ts";
import { users } from "./0015-users.ts";
import { threadsOfProjects } from "./0016-threads-of-projects.ts";
import { copilots } from "./0017-copilots.ts";
import { chats } from "./0018-chats.ts";
import { knowledge } from "./0019-knowledge.ts";
import { aiUsage } from "./0020-ai-usage.ts";
import { aiGuides } from "./0021-ai-guides.ts";
import { embeddings } from "./0022-embeddings.ts";
import { status } from "./0023-status.ts";
import { singleSignOn } from "./0024-single-sign-on.ts";
import { parkedJobs } from "./0025-parked-jobs.ts";
import { termsOfPassages } from "./0026-terms-of-passages.ts";
import { contentBytesIndexes } from "./0027-content-bytes.ts";
import { signIns } from "./0028-sign-ins.ts";
import { sizesOfThreads } from "./0029-sizes-of-threads.ts";
import { revisionsOfProjects } from "./0030-revisions-of-projects.ts";
import { nodes } from "./0031-nodes.ts";
import { joinedNodes } from "./0032-joined-nodes.ts";
import { lastActivity } from "./0033-last-activity.ts";
import { analytics } from "./0034-analytics.ts";
import { requestCatchers } from "./0035-request-catchers.ts";
import { copilotVersions } from "./0036-copilot-versions.ts";
import { teamPolicies } from "./0037-team-policies.ts";
import type { Migration } from "./migration.ts";

export type { Migration } from "./migration.ts";

/** Every migration, oldest first. The version of the last one is the version of this release. */
export const migrations: readonly Migration[] = [
  rooms,
  files,
  documents,
  accounts,
  activity,
  jobsAndEvents,
  uploads,
  comments,
  groups,
  managementTokens,
  textEditors,
  webhooks,
  feeds,
  commentDetails,
  users,
  threadsOfProjects,
  copilots,
  chats,
  knowledge,
  aiUsage,
  aiGuides,
  embeddings,
  status,
  singleSignOn,
  parkedJobs,
  termsOfPassages,
  contentBytesIndexes,
  signIns,
  sizesOfThreads,
  revisionsOfProjects,
  nodes,
  joinedNodes,
  lastActivity,
  analytics,
  requestCatchers,
  copilotVersions,
  teamPolicies,
];

export const schemaVersion = migrations.at(-1)!.version;
