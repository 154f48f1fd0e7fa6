import type { Tables } from "../tables/tables.ts";

/**
 * What erases the rows of each table when what they belong to is deleted (G12). Every table has an entry: one that holds
 * content and names no eraser is a promise broken.
 */
export type Eraser =
  /** Its rows go with a room, in the unit that deletes the room. */
  | "room"
  /** Its rows go with the room or, where they belong to none, with the project that they belong to. */
  | "owner"
  /** Its rows go with a project: at once, or by the sweep of what belongs to no project. */
  | "project"
  /** Its rows go with an account. */
  | "account"
  /** Its rows go with a team. */
  | "team"
  /** Its rows outlive their time by one sweep. */
  | "time"
  /** Published by staff, who delete it. */
  | "staff"
  /** It holds no content: numbers, names of blobs, the name of a room that may not issue its actors again. */
  | "no content"
  /** Names of people are taken out of it; what was done stays for the team to read. */
  | "pseudonyms";

export const erasers: { readonly [Table in keyof Tables]: Eraser } = {
  meta: "no content",
  status_hours: "no content",
  projects: "project",
  project_exports: "project",
  api_keys: "project",
  signing_keys: "project",
  rooms: "room",
  room_metadata: "room",
  room_accesses: "room",
  room_state: "room",
  storage_nodes: "room",
  room_actors: "room",
  uploaded_files: "owner",
  uploads: "owner",
  upload_parts: "owner",
  doomed_blobs: "time",
  document_rows: "room",
  room_authors: "room",
  room_versions: "room",
  version_contents: "room",
  threads: "room",
  thread_metadata: "room",
  comments: "room",
  comment_reactions: "room",
  comment_attachments: "room",
  thread_subscriptions: "room",
  room_subscription_settings: "room",
  inbox_notifications: "owner",
  notification_settings: "project",
  tombstones: "time",
  groups: "project",
  group_members: "project",
  feeds: "room",
  feed_messages: "room",
  copilots: "project",
  copilot_versions: "project",
  copilot_trials: "project",
  knowledge_sources: "project",
  knowledge_files: "project",
  knowledge_links: "project",
  knowledge_passages: "project",
  knowledge_vectors: "project",
  chats: "project",
  chat_messages: "project",
  retired_rooms: "no content",
  jobs: "account",
  webhook_endpoints: "project",
  webhook_messages: "time",
  webhook_attempts: "time",
  caught_requests: "time",
  outbox: "time",
  outbox_readers: "no content",
  users: "account",
  sessions: "account",
  user_settings: "account",
  teams: "team",
  team_members: "team",
  team_invitations: "account",
  sso_connections: "team",
  sso_domains: "team",
  sso_tests: "account",
  sso_sign_ins: "time",
  management_tokens: "team",
  audit_log: "pseudonyms",
  usage_alerts: "team",
  events: "time",
  requests: "time",
  request_contents: "room",
  request_minutes: "time",
  usage_daily: "project",
  usage_samples: "time",
  active_users: "time",
  active_rooms: "time",
  room_usage: "time",
  monthly_users: "project",
  copilot_usage: "project",
  copilot_outcomes: "project",
  project_users: "project",
  user_erasures: "project",
  project_marks: "project",
  room_sizes: "room",
  messages: "account",
  ai_guides: "staff",
  nodes: "no content",
};

/** Tables that the sign-in library alone reads and writes. Their rows go with an account, or end by themselves. */
export const signInErasers: { readonly [table: string]: Eraser } = {
  sign_in_methods: "account",
  two_factors: "account",
  passkeys: "account",
  verifications: "time",
};
