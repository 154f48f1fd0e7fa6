import type { SsoConnection, SsoDomain, SsoProfile, SsoRecords, SsoSignIn, SsoTest } from "@weft/collab";
import type { SsoAttributes } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely, Selectable } from "kysely";
import { lockDomain, lockTeam } from "../database/locks.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";

const found = sql`1`.as("found");

export function createSsoRecords(transactions: Transactions, db: Kysely<Tables>): SsoRecords {
  const queries = ssoQueries(db);

  return {
    ...createConnections(transactions, db, queries),
    ...createDomains(transactions, db, queries),
    ...createSignIns(transactions, db),
  };
}

function ssoQueries(db: Kysely<Tables>) {
  const connectionOf = (team: string) => db.selectFrom("sso_connections").where("sso_connections.team_id", "=", team);
  const verifiedDomains = (team: string) =>
    db
      .selectFrom("sso_domains as verified")
      .where("verified.team_id", "=", team)
      .where("verified.verified_at", "is not", null);

  return { connectionOf, verifiedDomains };
}

type SsoQueries = ReturnType<typeof ssoQueries>;

/** The connection of a team to its identity provider, and whether it is required. */
function createConnections(
  { done }: Transactions,
  db: Kysely<Tables>,
  { connectionOf, verifiedDomains }: SsoQueries,
): Pick<SsoRecords, "connection" | "putConnection" | "deleteConnection" | "breakGlass" | "enforce" | "stopEnforcing"> {
  const dropTest = (team: string) => db.deleteFrom("sso_tests").where("team_id", "=", team);
  const dropSignIns = (team: string) => db.deleteFrom("sso_sign_ins").where("team_id", "=", team);
  const dropBreakGlass = (team: string) =>
    db.updateTable("team_members").set({ break_glass: 0 }).where("team_id", "=", team).where("break_glass", "=", 1);

  return {
    async connection(team) {
      const row = await connectionOf(team).selectAll().executeTakeFirst();
      return row && toConnection(row);
    },
    async putConnection({ team, entityId, signInUrl, certificates, attributes, updatedAt }, effects) {
      const columns = {
        entity_id: entityId,
        sign_in_url: signInUrl,
        certificates: JSON.stringify(certificates),
        attributes: JSON.stringify(attributes),
        updated_at: updatedAt,
      };
      const put = db
        .insertInto("sso_connections")
        .values({ team_id: team, ...columns })
        .onConflict((conflict) => conflict.column("team_id").doUpdateSet(columns));
      await done([lockTeam(team), put, dropTest(team), dropSignIns(team)], effects);
    },
    deleteConnection: (team, effects) =>
      done(
        [
          lockTeam(team),
          [db.deleteFrom("sso_connections").where("team_id", "=", team), 1],
          dropTest(team),
          dropSignIns(team),
          dropBreakGlass(team),
        ],
        effects,
      ),

    async breakGlass(team) {
      const rows = await db
        .selectFrom("team_members")
        .select("user_id")
        .where("team_id", "=", team)
        .where("break_glass", "=", 1)
        .orderBy("user_id")
        .execute();
      return rows.map(({ user_id }) => user_id);
    },
    async enforce(team, breakGlass, effects) {
      if (breakGlass.length === 0) return false;
      const tested = db.selectFrom("sso_tests").select(found).where("sso_tests.team_id", "=", team);
      const enforce = db
        .updateTable("sso_connections")
        .set({ enforced: 1 })
        .where("team_id", "=", team)
        .where((eb) => eb.or([eb("enforced", "=", 1), eb.exists(tested)]))
        .where((eb) => eb.exists(verifiedDomains(team).select(found)));
      const chosen = db
        .updateTable("team_members")
        .set({ break_glass: 1 })
        .where("team_id", "=", team)
        .where("role", "=", "owner")
        .where("user_id", "in", [...breakGlass]);
      return done([lockTeam(team), [enforce, 1], dropBreakGlass(team), [chosen, breakGlass.length]], effects);
    },
    stopEnforcing(team, effects) {
      const stop = db
        .updateTable("sso_connections")
        .set({ enforced: 0 })
        .where("team_id", "=", team)
        .where("enforced", "=", 1);
      return done([lockTeam(team), [stop, 1], dropBreakGlass(team)], effects);
    },
  };
}

/** The domains of a team. */
function createDomains(
  { done }: Transactions,
  db: Kysely<Tables>,
  { connectionOf, verifiedDomains }: SsoQueries,
): Pick<SsoRecords, "domains" | "verifiedDomain" | "addDomain" | "verifyDomain" | "removeDomain"> {
  return {
    async domains(team) {
      const rows = await db
        .selectFrom("sso_domains")
        .selectAll()
        .where("team_id", "=", team)
        .orderBy("domain")
        .execute();
      return rows.map(toDomain);
    },
    async verifiedDomain(domain) {
      const row = await db
        .selectFrom("sso_domains")
        .selectAll()
        .where("domain", "=", domain)
        .where("verified_at", "is not", null)
        .executeTakeFirst();
      return row && toDomain(row);
    },
    addDomain({ team, domain, record, createdAt }, limit, effects) {
      const claimed = db
        .selectFrom("sso_domains as claimed")
        .where("claimed.team_id", "=", team)
        .select((eb) => eb.fn.countAll<number>().as("count"));
      const insert = db
        .insertInto("sso_domains")
        .columns(["team_id", "domain", "record", "created_at"])
        .expression((eb) =>
          eb
            .selectFrom("teams")
            .where("teams.id", "=", team)
            .where((where) => where(claimed, "<", limit))
            .select([
              "teams.id as team_id",
              eb.val(domain).as("domain"),
              eb.val(record).as("record"),
              eb.val(createdAt).as("created_at"),
            ]),
        )
        .onConflict((conflict) => conflict.columns(["team_id", "domain"]).doNothing());
      return done([lockTeam(team), [insert, 1]], effects);
    },
    verifyDomain(team, domain, at, effects) {
      const taken = db
        .selectFrom("sso_domains as other")
        .select(found)
        .where("other.domain", "=", domain)
        .where("other.verified_at", "is not", null);
      const verify = db
        .updateTable("sso_domains")
        .set({ verified_at: at })
        .where("team_id", "=", team)
        .where("domain", "=", domain)
        .where((eb) => eb.not(eb.exists(taken)));
      return done([lockTeam(team), lockDomain(domain), [verify, 1]], effects);
    },
    removeDomain(team, domain, effects) {
      const enforced = connectionOf(team).select(found).where("enforced", "=", 1);
      const another = verifiedDomains(team).select(found).where("verified.domain", "!=", domain);
      const remove = db
        .deleteFrom("sso_domains")
        .where("team_id", "=", team)
        .where("domain", "=", domain)
        .where((eb) => eb.or([eb("verified_at", "is", null), eb.not(eb.exists(enforced)), eb.exists(another)]));
      return done([lockTeam(team), [remove, 1]], effects);
    },
  };
}

/** Sign-ins that wait for an answer of the identity provider, and the last test of a connection. */
function createSignIns(
  { done }: Transactions,
  db: Kysely<Tables>,
): Pick<
  SsoRecords,
  "test" | "putTest" | "addSignIn" | "dropExpiredSignIns" | "signIn" | "answerSignIn" | "endSignIn" | "dropSignIn"
> {
  const dropExpired = (now: number) => db.deleteFrom("sso_sign_ins").where("expires_at", "<=", now);

  return {
    async test(team) {
      const row = await db.selectFrom("sso_tests").selectAll().where("team_id", "=", team).executeTakeFirst();
      return row && toTest(row);
    },
    async putTest({ team, person, at, profile }, effects) {
      const columns = { user_id: person, at, profile: JSON.stringify(profile) };
      const put = db
        .insertInto("sso_tests")
        .values({ team_id: team, ...columns })
        .onConflict((conflict) => conflict.column("team_id").doUpdateSet(columns));
      await done([lockTeam(team), put], effects);
    },

    addSignIn({ id, team, requestId, browser, tester, next, network = "", createdAt, expiresAt, state }, limit) {
      const underWay = db
        .selectFrom("sso_sign_ins as other")
        .where("other.team_id", "=", team)
        .select((eb) => eb.fn.countAll<number>().as("count"));
      const ofNetwork = sql<string>`coalesce(sso_sign_ins.network, '')`;
      const greediest = db
        .selectFrom("sso_sign_ins")
        .where("team_id", "=", team)
        .groupBy(ofNetwork)
        .orderBy((eb) => eb.fn.countAll(), "desc")
        .orderBy(ofNetwork)
        .limit(1)
        .select(ofNetwork.as("network"));
      const oldest = db
        .selectFrom("sso_sign_ins")
        .where("team_id", "=", team)
        .where(ofNetwork, "=", greediest)
        .where((where) => where(underWay, ">=", limit))
        // Ended ones first.
        .orderBy(sql`state = 'ended'`, "desc")
        .orderBy("created_at")
        .orderBy("id")
        .limit(1)
        .select("id");
      const makeRoom = db.deleteFrom("sso_sign_ins").where("id", "in", oldest);
      const insert = db
        .insertInto("sso_sign_ins")
        .columns([
          "id",
          "team_id",
          "request_id",
          "browser",
          "tester_id",
          "next",
          "network",
          "created_at",
          "expires_at",
          "state",
        ])
        .expression((eb) =>
          eb
            .selectFrom("teams")
            .where("teams.id", "=", team)
            .select([
              eb.val(id).as("id"),
              "teams.id as team_id",
              eb.val(requestId).as("request_id"),
              eb.val(browser ?? null).as("browser"),
              eb.val(tester ?? null).as("tester_id"),
              eb.val(next).as("next"),
              eb.val(network).as("network"),
              eb.val(createdAt).as("created_at"),
              eb.val(expiresAt).as("expires_at"),
              eb.val(state).as("state"),
            ]),
        );
      return done([lockTeam(team), dropExpired(createdAt), makeRoom, [insert, 1]]);
    },
    async dropExpiredSignIns(now) {
      await done([dropExpired(now)]);
    },
    async signIn(id) {
      const row = await db.selectFrom("sso_sign_ins").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toSignIn(row);
    },
    answerSignIn(id, profile, now) {
      const answer = db
        .updateTable("sso_sign_ins")
        .set({ state: "answered", profile: JSON.stringify(profile) })
        .where("id", "=", id)
        .where("state", "=", "open")
        .where("expires_at", ">", now);
      return done([[answer, 1]]);
    },
    endSignIn(id) {
      const end = db
        .updateTable("sso_sign_ins")
        .set({ state: "ended", profile: null })
        .where("id", "=", id)
        .where("state", "=", "answered");
      return done([[end, 1]]);
    },
    async dropSignIn(id) {
      await done([db.updateTable("sso_sign_ins").set({ state: "ended", profile: null }).where("id", "=", id)]);
    },
  };
}

function toConnection(row: Selectable<Tables["sso_connections"]>): SsoConnection {
  return {
    team: row.team_id,
    entityId: row.entity_id,
    signInUrl: row.sign_in_url,
    certificates: JSON.parse(row.certificates) as string[],
    attributes: JSON.parse(row.attributes) as SsoAttributes,
    updatedAt: row.updated_at,
    enforced: row.enforced === 1,
  };
}

function toDomain(row: Selectable<Tables["sso_domains"]>): SsoDomain {
  return {
    team: row.team_id,
    domain: row.domain,
    record: row.record,
    createdAt: row.created_at,
    verifiedAt: row.verified_at ?? undefined,
  };
}

function toTest(row: Selectable<Tables["sso_tests"]>): SsoTest {
  return { team: row.team_id, person: row.user_id, at: row.at, profile: JSON.parse(row.profile) as SsoProfile };
}

function toSignIn(row: Selectable<Tables["sso_sign_ins"]>): SsoSignIn {
  return {
    id: row.id,
    team: row.team_id,
    requestId: row.request_id,
    browser: row.browser ?? undefined,
    tester: row.tester_id ?? undefined,
    next: row.next,
    ...(row.network && { network: row.network }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    state: row.state as SsoSignIn["state"],
    profile: row.profile === null ? undefined : (JSON.parse(row.profile) as SsoProfile),
  };
}
