import type { Generated } from "kysely";
import type { ActivityTables } from "./activity-tables.ts";
import type { PeopleTables } from "./people-tables.ts";

/** The tables as queries see them. Their shape on disk is the sum of `migrations/`. */
export interface Tables extends PeopleTables, ActivityTables {
  meta: { key: string; value: string };
  projects: {
    id: string;
    team_id: string | null;
    name: string;
    type: string;
    region: string | null;
    created_at: number;
    public_key_creates_rooms: number;
    token_generation: number;
    version_creation_timeout: number | null;
    allowed_origins: string;
    deletes_at: number | null;
  };
  project_exports: {
    project_id: string;
    id: string;
    requested_by: string;
    requested_at: number;
    state: string;
    rooms_done: number;
    rooms_total: number | null;
    claimed_until: number;
    blob: string;
    session: string;
    size: number | null;
    finished_at: number | null;
    expires_at: number | null;
    failure: string | null;
  };
  api_keys: {
    project_id: string;
    id: string;
    name: string;
    kind: string;
    key: string;
    last_four: string;
    created_at: number;
    created_by: string | null;
    last_used_at: number | null;
    last_used_from: string | null;
    seen_in_browser: number;
    expires_at: number | null;
    active: number;
  };
  signing_keys: {
    project_id: string;
    kid: string;
    sealed_key: string;
    public_key: string;
    created_at: number;
    retired_at: number | null;
  };
  rooms: {
    project_id: string;
    key: Generated<number>;
    id: string;
    organization_id: string;
    created_at: number;
    last_connection_at: number | null;
    metadata: string;
    default_accesses: string;
    users_accesses: string;
    groups_accesses: string;
    revision: number;
  };
  room_metadata: IndexedRoom & { key: string; value: string };
  room_accesses: IndexedRoom & { kind: string; subject: string };
  room_state: { project_id: string; room_key: number; epoch: number; seq: number; next_actor: number };
  storage_nodes: { project_id: string; room_key: number; id: string; node: string };
  room_actors: { project_id: string; room_key: number; actor: number; user_id: string; clocks: string };
  uploaded_files: {
    project_id: string;
    room_key: number;
    kind: string;
    id: string;
    name: string;
    size: number;
    mime_type: string;
    image: string | null;
    blob: string;
    upload_id: string;
    user_id: string | null;
    created_at: number;
    expires_at: number | null;
  };
  uploads: {
    project_id: string;
    room_key: number;
    kind: string;
    id: string;
    file_id: string;
    name: string;
    reserved: number;
    sized: number;
    blob: string;
    session: string;
    user_id: string | null;
    expires_at: number;
  };
  upload_parts: {
    project_id: string;
    room_key: number;
    kind: string;
    upload_id: string;
    number: number;
    etag: string;
    tag: string;
    size: number;
  };
  doomed_blobs: {
    project_id: string;
    blob: string;
    session: string;
    whole: number;
    due_at: number;
    kept_until: number;
  };
  document_rows: {
    project_id: string;
    room_key: number;
    guid: string;
    id: number;
    update_bytes: Uint8Array;
    v2: number;
  };
  room_authors: { project_id: string; room_key: number; since: number; user_id: string };
  room_versions: {
    project_id: string;
    room_key: number;
    id: string;
    created_at: number;
    authors: string;
    size: number;
  };
  version_contents: {
    project_id: string;
    room_key: number;
    version_id: string;
    storage: Uint8Array;
    document: Uint8Array;
  };
  jobs: {
    id: Generated<number>;
    kind: string;
    key: string;
    subject: string | null;
    created_at: number;
    state: string;
    claim: string;
    due_at: number;
    again_at: number | null;
    give_up_at: number | null;
    tries: number;
    payload: string;
    failure: string | null;
  };
  outbox: { seq: Generated<number>; project_id: string; type: string; data: string };
  outbox_readers: { reader: string; seq: number };
  retired_rooms: { project_id: string; id: string; next_actor: number };
}

/** Rows of an index table repeat the room's sort key, so that a page of a list is one walk along the index. */
export interface IndexedRoom {
  project_id: string;
  created_at: number;
  room_id: string;
  room_key: number;
}
