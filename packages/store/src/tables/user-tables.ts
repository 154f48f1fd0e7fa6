/** Users of projects, and their erasure. */
export interface UserTables {
  /** Every user who was connected or has written, with the first and the last time. */
  project_users: {
    project_id: string;
    user_id: string;
    first_seen_at: number;
    last_seen_at: number;
    /** From the info of the last token with one of them. */
    name: string | null;
    avatar: string | null;
    color: string | null;
  };
  user_erasures: {
    project_id: string;
    id: string;
    /** Null once the user is erased. */
    user_id: string | null;
    requested_by: string;
    requested_at: number;
    state: string;
    /** How often every step was taken. */
    rounds: number;
    steps_done: number;
    steps_total: number;
    finished_at: number | null;
    failure: string | null;
  };
}
