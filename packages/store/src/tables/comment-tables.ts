import type { Generated } from "kysely";

/** Threads, comments, subscriptions and inbox notifications. */
export interface CommentTables {
  threads: {
    project_id: string;
    key: Generated<number>;
    room_key: number;
    id: string;
    created_at: number;
    updated_at: number;
    changed_at: number;
    resolved: number;
    visibility: string;
    metadata: string;
    revision: number;
    comment_count: Generated<number>;
    live_comments: Generated<number>;
    last_comment_at: Generated<number>;
    bytes: Generated<number>;
  };
  thread_metadata: {
    project_id: string;
    room_key: number;
    name: string;
    value: string;
    created_at: number;
    thread_id: string;
    thread_key: number;
    number: number | null;
  };
  comments: InThread & {
    id: string;
    user_id: string;
    created_at: number;
    edited_at: number | null;
    deleted_at: number | null;
    body: string | null;
    content: string;
    metadata: string;
    attachments: string;
  };
  comment_reactions: InThread & {
    comment_id: string;
    emoji: string;
    user_id: string;
    created_at: number;
    place: Generated<number>;
  };
  comment_attachments: InThread & { id: string };
  thread_subscriptions: InThread & {
    user_id: string;
    subscribed: number;
    reason: string;
    created_at: number;
    changed_at: number;
  };
  room_subscription_settings: {
    project_id: string;
    room_key: number;
    user_id: string;
    threads: string;
    text_mentions: string;
  };
  inbox_notifications: {
    project_id: string;
    user_id: string;
    id: string;
    organization_id: string;
    kind: string;
    room_key: number;
    subject_id: string;
    slot: string;
    notified_at: number;
    read_at: number | null;
    unread: number;
    changed_at: number;
    created_by: string | null;
    mention: string | null;
    activities: string | null;
    started_at: number | null;
    due_at: number | null;
  };
  notification_settings: { project_id: string; user_id: string; settings: string };
  tombstones: {
    project_id: string;
    user_id: string;
    kind: string;
    room_key: number;
    room_id: string | null;
    id: string;
    deleted_at: number;
    visibility: string | null;
    organization_id: string | null;
  };
}

interface InThread {
  project_id: string;
  room_key: number;
  thread_id: string;
}
