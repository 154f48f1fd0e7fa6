import { z } from "zod";
import { internalEndpoint } from "./internal-endpoint.ts";
import { Done } from "./teams.ts";

/** Every kind of work that the server does in the background and keeps in its database until it is done. */
export const jobKinds = [
  "mail",
  "export",
  "version",
  "roomUpdated",
  "usageAlert",
  "notificationEvents",
  "notifyUsers",
  "eraseUser",
  "activitySweep",
  "projectSweep",
  "fileSweep",
  "tombstoneSweep",
  "webhookDisabled",
  "webhookSweep",
  "knowledge",
  "knowledgeReindex",
  "knowledgeDeletion",
  "knowledgeEmbedding",
  "knowledgeEmbeddingSweep",
  "knowledgeIndexSweep",
  "knowledgeTermsSweep",
] as const;
export type JobKind = (typeof jobKinds)[number];

/** A job that is not done. What it works on is not shown: a mail holds links that open accounts. */
export const StaffJob = z.object({
  id: z.string(),
  kind: z.enum(jobKinds),
  createdAt: z.iso.datetime(),
  /** `running`: claimed by a server. `waiting`: it runs by itself when it is due. `failed`: it does not run again. `parked`: servers stopped while they ran it, and it does not run again. `kept`: a mail on a server that sends none. */
  state: z.enum(["waiting", "running", "failed", "parked", "kept"]),
  /** How often it was tried since it was due last. */
  tries: z.int(),
  /** Null unless it waits. */
  nextTryAt: z.iso.datetime().nullable(),
  /** What became of the last try that failed. */
  failure: z.string().nullable(),
});
export type StaffJob = z.output<typeof StaffJob>;

export const listJobs = internalEndpoint({
  id: "staff-jobs",
  route: "GET /internal/staff/jobs",
  summary: "The newest 500 background jobs that are not done, newest first",
  role: "staff",
  query: z.object({ kind: z.enum(jobKinds).optional(), state: StaffJob.shape.state.optional() }),
  returns: z.array(StaffJob),
});

export const retryJob = internalEndpoint({
  id: "retry-job",
  route: "POST /internal/staff/jobs/{jobId}/retry",
  summary: "Try a job again, now",
  role: "staff",
  path: z.object({ jobId: z.string() }),
  returns: Done,
  errors: ["CONFLICT"],
});

export const jobEndpoints = [listJobs, retryJob] as const;
