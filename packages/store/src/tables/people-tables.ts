import type { Generated } from "kysely";

/** People, their sign-ins and their teams. Columns in camelCase are the sign-in library's; it writes instants as text. */
export interface PeopleTables {
  users: {
    id: string;
    name: string;
    email: string;
    emailVerified: number;
    image: string | null;
    createdAt: string;
    updatedAt: string;
    twoFactorEnabled: number | null;
    firstName: string;
    lastName: string;
    ownsServer: Generated<string | null>;
  };
  sessions: {
    id: string;
    userId: string;
    token: string;
    createdAt: string;
    updatedAt: string;
    expiresAt: string;
    ssoTeam: Generated<string | null>;
    signedInWith: Generated<string | null>;
  };
  user_settings: {
    user_id: string;
    preferences: string;
    last_team_id: string | null;
    last_project_id: string | null;
  };
  teams: {
    id: string;
    name: string;
    image: string | null;
    plan: string;
    created_at: number;
    time_zone: Generated<string | null>;
    two_factor_from: Generated<number | null>;
    session_ms: Generated<number | null>;
    sign_in_methods: Generated<string | null>;
    retention: Generated<string | null>;
  };
  team_members: {
    team_id: string;
    user_id: string;
    role: string;
    joined_at: number;
    break_glass: Generated<number>;
    sso_bound: Generated<number>;
  };
  sso_connections: {
    team_id: string;
    entity_id: string;
    sign_in_url: string;
    certificates: string;
    attributes: string;
    updated_at: number;
    enforced: Generated<number>;
  };
  sso_domains: {
    team_id: string;
    domain: string;
    record: string;
    created_at: number;
    verified_at: Generated<number | null>;
  };
  sso_tests: { team_id: string; user_id: string; at: number; profile: string };
  sso_sign_ins: {
    id: string;
    team_id: string;
    request_id: string;
    browser: string | null;
    tester_id: string | null;
    next: string;
    created_at: number;
    expires_at: number;
    state: string;
    profile: Generated<string | null>;
    network: Generated<string | null>;
  };
  team_invitations: {
    id: string;
    team_id: string;
    email: string;
    role: string;
    token_hash: string;
    invited_by: string;
    created_at: number;
    expires_at: number;
    state: string;
  };
  management_tokens: {
    team_id: string;
    id: string;
    name: string;
    scopes: string;
    token_hash: string;
    last_four: string;
    created_by: string;
    created_at: number;
    expires_at: number;
    revoked_at: Generated<number | null>;
    last_used_at: Generated<number | null>;
  };
  audit_log: {
    team_id: string;
    at: number;
    id: string;
    actor_id: string | null;
    actor_name: string | null;
    actor_email: string | null;
    action: string;
    target_kind: string | null;
    target_id: string | null;
    target_name: string | null;
    address: string | null;
  };
  usage_alerts: { team_id: string; period: string; meter: string; threshold: number; at: number };
}
