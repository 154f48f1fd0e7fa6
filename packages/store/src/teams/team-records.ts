import type { InvitationRecord, Membership, OwnerOutcome, TeamRecord, TeamRecords } from "@weft/collab";
import type { PlanId, SignInMethod, TeamRetention, TeamRole } from "@weft/protocol";
import { sql } from "kysely";
import type { ExpressionBuilder, Kysely, Selectable } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import { toPerson } from "./person-records.ts";
import { lockTeam, shareTeam } from "../database/locks.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";

export function createTeamRecords(transactions: Transactions, db: Kysely<Tables>, dialect: Dialect): TeamRecords {
  return {
    ...createTeams(transactions, db),
    ...createMemberReads(db, dialect),
    ...createMemberWrites(transactions, db),
    ...createInvitations(transactions, db),
  };
}

/** Teams themselves. */
function createTeams(
  { done: changed }: Transactions,
  db: Kysely<Tables>,
): Pick<TeamRecords, "team" | "insertTeam" | "updateTeam" | "deleteTeam"> {
  return {
    async team(id) {
      const row = await db.selectFrom("teams").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toTeam(row);
    },
    async insertTeam(team, owner, effects) {
      const { id, name, image = null, plan, createdAt } = team;
      await changed(
        [
          db.insertInto("teams").values({ id, name, image, plan, created_at: createdAt }),
          db.insertInto("team_members").values({ team_id: id, user_id: owner, role: "owner", joined_at: createdAt }),
        ],
        effects,
      );
    },
    async updateTeam(id, { name, image, timeZone, twoFactorFrom, sessionMs, signInMethods, retention }, effects) {
      const columns = {
        name,
        image,
        time_zone: timeZone,
        two_factor_from: twoFactorFrom,
        session_ms: sessionMs,
        sign_in_methods: jsonOf(signInMethods),
        retention: jsonOf(retention),
      };
      if (Object.values(columns).every((value) => value === undefined)) return;
      await changed([[db.updateTable("teams").set(columns).where("id", "=", id), 1]], effects);
    },
    deleteTeam(id, effects) {
      const projects = db.selectFrom("projects").select("id").where("team_id", "=", id);
      const team = db
        .deleteFrom("teams")
        .where("id", "=", id)
        .where((eb) => eb.not(eb.exists(projects)));
      return changed([lockTeam(id), [team, 1]], effects);
    },
  };
}

/** Reads the members of a team, and the teams of a person. */
function createMemberReads(
  db: Kysely<Tables>,
  { jsonList }: Dialect,
): Pick<TeamRecords, "memberships" | "membership" | "members"> {
  const memberships = db
    .selectFrom("team_members")
    .innerJoin("teams", "teams.id", "team_members.team_id")
    .selectAll("teams")
    .select(["team_members.role", "team_members.break_glass", "team_members.sso_bound"])
    .select((eb) =>
      eb
        .selectFrom("sso_domains")
        .innerJoin("sso_connections", "sso_connections.team_id", "sso_domains.team_id")
        .whereRef("sso_domains.team_id", "=", "teams.id")
        .where("sso_domains.verified_at", "is not", null)
        .where("sso_connections.enforced", "=", 1)
        .select(jsonList("sso_domains.domain").as("domains"))
        .as("sso_domains"),
    );

  return {
    async memberships(person) {
      const rows = await memberships
        .where("team_members.user_id", "=", person)
        .orderBy("team_members.joined_at")
        .orderBy("teams.id")
        .execute();
      return rows.map(toMembership);
    },
    async membership(team, person) {
      const row = await memberships
        .where("team_members.team_id", "=", team)
        .where("team_members.user_id", "=", person)
        .executeTakeFirst();
      return row && toMembership(row);
    },
    async members(team) {
      const rows = await db
        .selectFrom("team_members")
        .innerJoin("users", "users.id", "team_members.user_id")
        .selectAll("users")
        .select(["team_members.role", "team_members.joined_at", "team_members.break_glass"])
        .select((eb) =>
          eb
            .selectFrom("sessions")
            .whereRef("sessions.userId", "=", "users.id")
            .select(({ fn }) => fn.max("sessions.updatedAt").as("at"))
            .as("last_active_at"),
        )
        .where("team_members.team_id", "=", team)
        .orderBy("team_members.joined_at")
        .orderBy("users.id")
        .execute();
      return rows.map((row) => ({
        person: toPerson(row),
        role: row.role as TeamRole,
        joinedAt: row.joined_at,
        ...(row.break_glass === 1 && { breakGlass: true as const }),
        lastActiveAt: row.last_active_at === null ? undefined : Date.parse(row.last_active_at),
      }));
    },
  };
}

/** Changes the members of a team, so that an owner stays. */
function createMemberWrites(
  { done: changed }: Transactions,
  db: Kysely<Tables>,
): Pick<TeamRecords, "insertMember" | "bindToSso" | "setRole" | "removeMember"> {
  /** Another owner of the team. */
  const anotherOwner = (team: string, person: string) =>
    db
      .selectFrom("team_members as other")
      .select(sql`1`.as("found"))
      .where("other.team_id", "=", team)
      .where("other.role", "=", "owner")
      .where("other.user_id", "!=", person);

  /** False if this member is the last break-glass owner of a team that requires single sign-on. */
  const leavesBreakGlass = (eb: ExpressionBuilder<Tables, "team_members">, team: string, person: string) => {
    const enforced = db
      .selectFrom("sso_connections")
      .select(sql`1`.as("found"))
      .where("sso_connections.team_id", "=", team)
      .where("enforced", "=", 1);
    const another = db
      .selectFrom("team_members as kept")
      .select(sql`1`.as("found"))
      .where("kept.team_id", "=", team)
      .where("kept.user_id", "!=", person)
      .where("kept.break_glass", "=", 1);
    return eb.or([eb("break_glass", "=", 0), eb.not(eb.exists(enforced)), eb.exists(another)]);
  };

  async function outcomeOf(done: boolean, team: string, person: string): Promise<OwnerOutcome> {
    if (done) return "done";
    const member = await db
      .selectFrom("team_members")
      .select((eb) => eb.exists(anotherOwner(team, person)).as("replaceable"))
      .select("role")
      .where("team_id", "=", team)
      .where("user_id", "=", person)
      .executeTakeFirst();
    if (member === undefined) return "missing";
    return member.replaceable ? "lastBreakGlass" : "lastOwner";
  }

  /** Revokes the open invitations that a person sent for a team. */
  const revokeInvitationsOf = (team: string, person: string) =>
    db
      .updateTable("team_invitations")
      .set({ state: "revoked" })
      .where("team_id", "=", team)
      .where("invited_by", "=", person)
      .where("state", "=", "open");

  return {
    insertMember(team, person, now, effects) {
      const insert = db
        .insertInto("team_members")
        .columns(["team_id", "user_id", "role", "joined_at"])
        .expression((eb) =>
          eb
            .selectFrom("teams")
            .where("teams.id", "=", team)
            .select([
              "teams.id as team_id",
              eb.val(person).as("user_id"),
              eb.val("member").as("role"),
              eb.val(now).as("joined_at"),
            ]),
        )
        .onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doNothing());
      return changed([shareTeam(team), [insert, 1]], effects);
    },
    bindToSso: (team, person, effects) =>
      changed(
        [
          [
            db
              .updateTable("team_members")
              .set({ sso_bound: 1 })
              .where("team_id", "=", team)
              .where("user_id", "=", person),
            1,
          ],
        ],
        effects,
      ),
    async setRole(team, person, role, effects) {
      const member = db
        .updateTable("team_members")
        .set({ role, ...(role !== "owner" && { break_glass: 0 }) })
        .where("team_id", "=", team)
        .where("user_id", "=", person)
        .where((eb) => eb.or([eb.val(role === "owner"), eb("role", "=", role), eb.exists(anotherOwner(team, person))]))
        .where((eb) => eb.or([eb.val(role === "owner"), leavesBreakGlass(eb, team, person)]));
      const revoked = role === "owner" ? [] : [revokeInvitationsOf(team, person)];
      return outcomeOf(await changed([lockTeam(team), [member, 1], ...revoked], effects), team, person);
    },
    async removeMember(team, person, effects) {
      const done = await changed(
        [
          lockTeam(team),
          [
            db
              .deleteFrom("team_members")
              .where("team_id", "=", team)
              .where("user_id", "=", person)
              .where((eb) => eb.or([eb("role", "=", "member"), eb.exists(anotherOwner(team, person))]))
              .where((eb) => leavesBreakGlass(eb, team, person)),
            1,
          ],
          revokeInvitationsOf(team, person),
        ],
        effects,
      );
      return outcomeOf(done, team, person);
    },
  };
}

/** Invitations to a team. */
function createInvitations(
  { done: changed }: Transactions,
  db: Kysely<Tables>,
): Pick<
  TeamRecords,
  | "openInvitations"
  | "invitationsFor"
  | "invitation"
  | "invitationOf"
  | "insertInvitation"
  | "renewInvitation"
  | "revokeInvitation"
  | "acceptInvitation"
> {
  const openInvitation = (id: string) =>
    db.updateTable("team_invitations").where("id", "=", id).where("state", "=", "open");
  const openInvitations = (now: number) =>
    db
      .selectFrom("team_invitations")
      .selectAll()
      .where("state", "=", "open")
      .where("expires_at", ">", now)
      .orderBy("created_at", "desc")
      .orderBy("id");

  return {
    async openInvitations(team, now) {
      return (await openInvitations(now).where("team_id", "=", team).execute()).map(toInvitation);
    },
    async invitationsFor(email, now) {
      return (await openInvitations(now).where("email", "=", email).execute()).map(toInvitation);
    },
    async invitation(id) {
      const row = await db.selectFrom("team_invitations").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toInvitation(row);
    },
    async invitationOf(tokenHash) {
      const row = await db
        .selectFrom("team_invitations")
        .selectAll()
        .where("token_hash", "=", tokenHash)
        .executeTakeFirst();
      return row && toInvitation(row);
    },
    async insertInvitation({ id, team, email, role, tokenHash, invitedBy, createdAt, expiresAt, state }, effects) {
      const columns = { token_hash: tokenHash, invited_by: invitedBy, created_at: createdAt, expires_at: expiresAt };
      await changed(
        [db.insertInto("team_invitations").values({ id, team_id: team, email, role, state, ...columns })],
        effects,
      );
    },
    renewInvitation: (id, { tokenHash, expiresAt }, effects) =>
      changed([[openInvitation(id).set({ token_hash: tokenHash, expires_at: expiresAt }), 1]], effects),
    revokeInvitation: (id, effects) => changed([[openInvitation(id).set({ state: "revoked" }), 1]], effects),
    acceptInvitation(id, person, now, effects) {
      const invitation = db.selectFrom("team_invitations").where("team_invitations.id", "=", id);
      return changed(
        [
          [
            openInvitation(id)
              .set({ state: "used" })
              .where("expires_at", ">", now)
              // The inviter must still be in the team with a sufficient role, whenever the invitation was written.
              .where((eb) =>
                eb.exists(
                  eb
                    .selectFrom("team_members as inviter")
                    .select(sql`1`.as("found"))
                    .whereRef("inviter.team_id", "=", "team_invitations.team_id")
                    .whereRef("inviter.user_id", "=", "team_invitations.invited_by")
                    .where("inviter.role", "=", "owner"),
                ),
              ),
            1,
          ],
          db
            .insertInto("team_members")
            .columns(["team_id", "user_id", "role", "joined_at"])
            .expression((eb) =>
              invitation.select(["team_id", eb.val(person).as("user_id"), "role", eb.val(now).as("joined_at")]),
            )
            .onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doNothing()),
        ],
        effects,
      );
    },
  };
}

/** What is absent stays, and null takes away. */
function jsonOf(value: object | null | undefined): string | null | undefined {
  return value == null ? value : JSON.stringify(value);
}

function toTeam(row: Selectable<Tables["teams"]>): TeamRecord {
  return {
    id: row.id,
    name: row.name,
    image: row.image ?? undefined,
    plan: row.plan as PlanId,
    createdAt: row.created_at,
    timeZone: row.time_zone ?? undefined,
    twoFactorFrom: row.two_factor_from ?? undefined,
    sessionMs: row.session_ms ?? undefined,
    ...(row.sign_in_methods !== null && { signInMethods: JSON.parse(row.sign_in_methods) as SignInMethod[] }),
    ...(row.retention !== null && { retention: JSON.parse(row.retention) as TeamRetention }),
  };
}

function toMembership(
  row: Selectable<Tables["teams"]> & {
    role: string;
    break_glass: number;
    sso_bound: number;
    sso_domains: string | null;
  },
): Membership {
  const domains = JSON.parse(row.sso_domains ?? "[]") as string[];
  return {
    team: toTeam(row),
    role: row.role as TeamRole,
    ...(row.break_glass === 1 && { breakGlass: true }),
    ...(domains.length > 0 && { ssoDomains: domains, ...(row.sso_bound === 1 && { ssoBound: true }) }),
  };
}

function toInvitation(row: Selectable<Tables["team_invitations"]>): InvitationRecord {
  return {
    id: row.id,
    team: row.team_id,
    email: row.email,
    role: row.role as TeamRole,
    tokenHash: row.token_hash,
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    state: row.state as InvitationRecord["state"],
  };
}
