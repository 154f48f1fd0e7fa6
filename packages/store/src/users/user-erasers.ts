import type { Tables } from "../tables/tables.ts";

/** The eraser of each table. A table that can name a user of a project has one (G12). */
export type UserEraser =
  /** `eraseTable` deletes the user's rows, or puts a pseudonym in the place of the user's id. */
  | "rows"
  /** The services that change threads, rooms and groups. Clients are notified as of any other change. */
  | "threads"
  | "rooms"
  | "groups"
  /** What the application stores: its own to edit. */
  | "content"
  /** Names accounts of the dashboard, which are not users of projects. */
  | "accounts"
  /** A file that was made earlier, deleted when its time is over. */
  | "time"
  | "no user";

export const userErasers: { readonly [Table in keyof Tables]: UserEraser } = {
  meta: "no user",
  status_hours: "no user",
  projects: "no user",
  project_exports: "time",
  api_keys: "accounts",
  signing_keys: "no user",
  rooms: "rooms",
  room_metadata: "content",
  room_accesses: "rooms",
  room_state: "no user",
  storage_nodes: "content",
  room_actors: "rows",
  uploaded_files: "rows",
  uploads: "rows",
  upload_parts: "no user",
  doomed_blobs: "no user",
  document_rows: "content",
  room_authors: "rows",
  room_versions: "rows",
  version_contents: "content",
  threads: "threads",
  thread_metadata: "content",
  comments: "threads",
  comment_reactions: "threads",
  comment_attachments: "threads",
  thread_subscriptions: "rows",
  room_subscription_settings: "rows",
  inbox_notifications: "rows",
  notification_settings: "rows",
  tombstones: "rows",
  groups: "groups",
  group_members: "groups",
  feeds: "content",
  feed_messages: "content",
  copilots: "no user",
  copilot_versions: "accounts",
  copilot_trials: "no user",
  knowledge_sources: "no user",
  // What the application stores: its own to edit.
  knowledge_files: "content",
  knowledge_links: "no user",
  knowledge_passages: "content",
  knowledge_vectors: "content",
  chats: "rows",
  chat_messages: "rows",
  retired_rooms: "no user",
  // Those that notify users of projects. Others name accounts.
  jobs: "rows",
  webhook_endpoints: "no user",
  webhook_messages: "rows",
  webhook_attempts: "rows",
  caught_requests: "rows",
  outbox: "rows",
  outbox_readers: "no user",
  users: "accounts",
  sessions: "accounts",
  user_settings: "accounts",
  teams: "no user",
  team_members: "accounts",
  team_invitations: "accounts",
  sso_connections: "no user",
  sso_domains: "no user",
  sso_tests: "accounts",
  sso_sign_ins: "accounts",
  management_tokens: "accounts",
  audit_log: "accounts",
  usage_alerts: "no user",
  events: "rows",
  requests: "no user",
  request_contents: "rows",
  request_minutes: "no user",
  usage_daily: "no user",
  copilot_usage: "no user",
  copilot_outcomes: "no user",
  usage_samples: "no user",
  active_users: "rows",
  active_rooms: "no user",
  room_usage: "no user",
  monthly_users: "rows",
  project_users: "rows",
  // The id is taken out of the record of an erasure when it ends.
  user_erasures: "time",
  project_marks: "no user",
  room_sizes: "no user",
  messages: "accounts",
  ai_guides: "no user",
  nodes: "no user",
};
