import type { Counted, RoomCounted, StatusClass } from "@weft/collab";

/** `anonymousConnections` as a column: `anonymous_connections`. */
export type ColumnOf<Name extends string> = Name extends `${infer Start}${infer Rest}`
  ? `${Start extends Lowercase<Start> ? Start : `_${Lowercase<Start>}`}${ColumnOf<Rest>}`
  : "";

/** Counts of a room on a day. */
type RoomCountColumns = { [C in ColumnOf<RoomCounted>]: number };
type CountColumns = { [C in ColumnOf<Counted>]: number };

/** Logs, counts and messages. */
export interface ActivityTables {
  events: {
    project_id: string;
    at: number;
    id: string;
    kind: string;
    room_id: string | null;
    user_id: string | null;
    connection_id: number | null;
    code: string | null;
    data: string;
  };
  requests: {
    project_id: string;
    at: number;
    id: string;
    method: string;
    path: string;
    status: number;
    duration_ms: number;
    key_end: string | null;
    error_code: string | null;
  };
  request_contents: { project_id: string; at: number; id: string; endpoint: string; contents: string };
  request_minutes: { [C in StatusClass | "unlisted"]: number } & { project_id: string; at: number };
  usage_daily: CountColumns & { project_id: string; day: number; peak_room_connections: number; last_at: number };
  usage_samples: CountColumns & {
    project_id: string;
    at: number;
    connections_max: number;
    connection_ms: number;
    room_ms: number;
    active_users: number;
    active_rooms: number;
  };
  active_users: { project_id: string; day: number; user_id: string; connections: number };
  active_rooms: { project_id: string; day: number; room_id: string; connections: number };
  room_usage: RoomCountColumns & { project_id: string; day: number; room_id: string };
  copilot_usage: {
    project_id: string;
    month: string;
    /** Empty for questions that name no copilot. */
    copilot_id: string;
    messages: number;
    input_tokens: number;
    output_tokens: number;
  };
  copilot_outcomes: {
    project_id: string;
    month: string;
    /** Empty for questions that name no copilot. */
    copilot_id: string;
    /** `total:1000`, `first:1000`: up to so many milliseconds; or `failed:` and the reason. */
    outcome: string;
    answers: number;
  };
  monthly_users: { project_id: string; month: string; user_id: string; days: number };
  project_marks: { project_id: string; mark: string; at: number };
  room_sizes: { project_id: string; room_key: number; storage_bytes: number; document_bytes: number };
  messages: {
    at: number;
    id: string;
    kind: string;
    name: string;
    email: string;
    message: string;
    route: string | null;
    details: string;
    state: string;
    mailed: number;
  };
}
