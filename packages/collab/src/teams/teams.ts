/**
 * Teams: their members, roles and invitations.
 *
 *   invite ──► a link with 256 random bits, kept as their hash ──► accept: once, in time, by the invited address
 *
 * - A team has an owner at all times: the last one can neither leave nor be demoted.
 * - An invitation lasts only while its sender is an owner: it ends when they are removed or become a member.
 * - Every change leaves an entry in the team's audit log, and is made together with it.
 */
import { hash, randomBytes } from "node:crypto";
import { limits, WeftError } from "@weft/protocol";
import type { Limits, PlanId, TeamRetention, TeamRole } from "@weft/protocol";
import { teamName } from "@weft/protocol/internal/team-name";
import type { Cursors } from "../cursor.ts";
import { dateKey, datedFrom, keysetPage } from "../keyset-page.ts";
import type { AuditFilter, AuditRecord, AuditRecords } from "./audit-records.ts";
import type { Effects } from "../effects.ts";
import { emailDomain } from "./email-domain.ts";
import { mustUseSso } from "./must-use-sso.ts";
import type { PersonRecord } from "./person-records.ts";
import type {
  InvitationRecord,
  MemberRecord,
  Membership,
  OwnerOutcome,
  TeamChange,
  TeamRecord,
  TeamRecords,
} from "./team-records.ts";

/** The author of a change, and their address. */
export interface Actor {
  readonly person: PersonRecord;
  readonly address?: string;
}

/** Someone who is not signed in. */
export interface Stranger {
  readonly address: string;
}

/** A program that acts for a team with one of its management tokens. */
export interface Program {
  readonly token: { readonly id: string; readonly name: string };
  readonly address?: string;
}

/** What an invitation shows to anyone with its link. */
export interface InvitationView {
  readonly state: "open" | "expired" | "revoked" | "used";
  readonly team: TeamRecord;
  readonly email: string;
  readonly role: TeamRole;
  readonly forYou: boolean;
  readonly alreadyMember: boolean;
}

export type InviteOutcome =
  | { readonly email: string; readonly outcome: "invited"; readonly secret: string }
  | { readonly email: string; readonly outcome: "alreadyMember" | "alreadyInvited" };

export type AuditSearch = Omit<AuditFilter, "before" | "limit"> & { readonly cursor?: string };

/** What of a team's policies concerns sign-ins. */
export type SecurityPolicies = Pick<TeamChange, "twoFactorFrom" | "sessionMs" | "signInMethods">;

/** Failures are WeftErrors: NOT_FOUND for what is not there, CONFLICT for what a rule of teams forbids. */
export interface Teams {
  create(actor: Actor, name: string): Promise<TeamRecord>;
  team(id: string): Promise<TeamRecord | undefined>;
  update(actor: Actor, team: string, change: Pick<TeamChange, "name" | "image" | "timeZone">): Promise<void>;
  /** CONFLICT when the caller requires a second factor of others and has none. */
  secure(actor: Actor, team: string, change: SecurityPolicies): Promise<void>;
  /** For how long data of its projects is kept; null for as long as its plan allows. */
  retain(actor: Actor, team: string, retention: TeamRetention | null): Promise<void>;
  /** CONFLICT while it has projects. */
  delete(actor: Actor, team: string): Promise<void>;

  memberships(person: string): Promise<readonly Membership[]>;
  membership(team: string, person: string): Promise<Membership | undefined>;
  members(team: string): Promise<readonly MemberRecord[]>;
  setRole(actor: Actor, team: string, person: string, role: TeamRole): Promise<MemberRecord>;
  remove(actor: Actor, team: string, person: string): Promise<void>;
  leave(actor: Actor, team: string): Promise<void>;
  /**
   * Leaves every team, or none: CONFLICT where they are the last owner, or the last break-glass owner. For an account that
   * ends.
   */
  leaveAll(actor: Actor): Promise<void>;

  invitations(team: string): Promise<readonly InvitationRecord[]>;
  invite(actor: Actor, team: string, emails: readonly string[], role: TeamRole): Promise<readonly InviteOutcome[]>;
  /** Issues a new link for another seven days. The old link no longer works. */
  resend(actor: Actor, team: string, id: string): Promise<{ readonly email: string; readonly secret: string }>;
  revoke(actor: Actor, team: string, id: string): Promise<void>;
  /** Invitations that wait for a person whose address is known to be theirs. */
  waitingFor(person: PersonRecord): Promise<readonly { readonly id: string; readonly teamName: string }[]>;
  isInvited(email: string): Promise<boolean>;
  /** `secret`: that of the link; or the invitation's id, for the person it waits for. */
  invitation(secret: string, person: PersonRecord | undefined): Promise<InvitationView>;
  /** FORBIDDEN for another address than the invited one, CONFLICT when it was used, revoked or has expired. */
  accept(actor: Actor, secret: string): Promise<string>;
  /** Makes someone a member whom the team's identity provider vouches for. False if they are in the team already. */
  join(actor: Actor, team: string): Promise<boolean>;

  /**
   * Prepares a change of a person's address. SSO_REQUIRED while a team requires single sign-on for the present address, unless
   * the change was requested in a session that its identity provider opened. These memberships stay held to single sign-on.
   */
  changeAddress(actor: Actor, newEmail: string, ssoTeam: string | undefined): Promise<void>;
  /** The same check, without the change. A refusal is in the team's audit log. */
  checkAddressChange(actor: Actor, ssoTeam: string | undefined): Promise<void>;

  /** What `note` would write, for whatever is written together with it. */
  entry(
    team: string,
    actor: Actor | Program | Stranger | undefined,
    action: string,
    target?: AuditRecord["target"],
  ): AuditRecord;
  /** Notes what was done in a team; without an actor, what the server did by itself. */
  note(
    team: string,
    actor: Actor | Stranger | undefined,
    action: string,
    target?: AuditRecord["target"],
  ): Promise<void>;
  auditLog(
    team: string,
    search: AuditSearch,
  ): Promise<{ readonly entries: readonly AuditRecord[]; readonly nextCursor: string | null }>;
}

export interface TeamsOptions {
  readonly records: TeamRecords;
  readonly audit: AuditRecords;
  readonly cursors: Cursors;
  /** The plan of new teams. */
  readonly plan: PlanId;
  readonly now?: () => number;
  readonly limits?: Pick<Limits, "invitationLifetimeMs" | "pageSizeMax">;
}

/** Opens the teams kept in `records`. */
export function createTeams(options: TeamsOptions): Teams {
  return new RecordedTeams(options);
}

class RecordedTeams implements Teams {
  readonly #records: TeamRecords;
  readonly #audit: AuditRecords;
  readonly #cursors: Cursors;
  readonly #plan: PlanId;
  readonly #now: () => number;
  readonly #limits: Pick<Limits, "invitationLifetimeMs" | "pageSizeMax">;
  #entries = 0;

  constructor(options: TeamsOptions) {
    this.#records = options.records;
    this.#audit = options.audit;
    this.#cursors = options.cursors;
    this.#plan = options.plan;
    this.#now = options.now ?? Date.now;
    this.#limits = options.limits ?? limits;
  }

  async create(actor: Actor, name: string): Promise<TeamRecord> {
    const id = `team_${randomBytes(12).toString("base64url")}`;
    const team: TeamRecord = { id, name, plan: this.#plan, createdAt: this.#now() };
    const noted = this.#noted(id, actor, "team.created", { kind: "team", id, name });
    await this.#records.insertTeam(team, actor.person.id, noted);
    return team;
  }

  team(id: string): Promise<TeamRecord | undefined> {
    return this.#records.team(id);
  }

  async update(actor: Actor, team: string, change: Pick<TeamChange, "name" | "image" | "timeZone">) {
    const noted = this.#noted(team, actor, "team.updated", { kind: "team", id: team, name: change.name });
    await this.#records.updateTeam(team, change, noted);
  }

  async retain(actor: Actor, team: string, retention: TeamRetention | null) {
    const noted = this.#noted(team, actor, "team.retentionChanged", { kind: "team", id: team });
    await this.#records.updateTeam(team, { retention }, noted);
  }

  async secure(actor: Actor, team: string, change: SecurityPolicies) {
    // Users cannot lock themselves out.
    if (typeof change.twoFactorFrom === "number" && !actor.person.twoFactorEnabled)
      throw new WeftError("CONFLICT", {
        message: "You haven't set up two-factor authentication.",
        suggestion: "Set it up for your own account first.",
      });
    await this.#records.updateTeam(
      team,
      change,
      this.#noted(team, actor, "team.securityChanged", { kind: "team", id: team }),
    );
  }

  async delete(actor: Actor, team: string): Promise<void> {
    const noted = this.#noted(team, actor, "team.deleted", { kind: "team", id: team });
    if (!(await this.#records.deleteTeam(team, noted)))
      throw new WeftError("CONFLICT", {
        message: "The team still has projects.",
        suggestion: "Delete its projects first.",
      });
  }

  memberships(person: string): Promise<readonly Membership[]> {
    return this.#records.memberships(person);
  }

  membership(team: string, person: string): Promise<Membership | undefined> {
    return this.#records.membership(team, person);
  }

  members(team: string): Promise<readonly MemberRecord[]> {
    return this.#records.members(team);
  }

  async setRole(actor: Actor, team: string, person: string, role: TeamRole): Promise<MemberRecord> {
    const member = await this.#memberOf(team, person);
    const target = { kind: "member", id: person, name: member.person.email };
    owned(await this.#records.setRole(team, person, role, this.#noted(team, actor, "member.roleChanged", target)));
    return { ...member, role };
  }

  async remove(actor: Actor, team: string, person: string): Promise<void> {
    const member = await this.#memberOf(team, person);
    const target = { kind: "member", id: person, name: member.person.email };
    owned(await this.#records.removeMember(team, person, this.#noted(team, actor, "member.removed", target)));
  }

  async leave(actor: Actor, team: string): Promise<void> {
    const { id, email } = actor.person;
    const noted = this.#noted(team, actor, "member.left", { kind: "member", id, name: email });
    owned(await this.#records.removeMember(team, id, noted));
  }

  async leaveAll(actor: Actor): Promise<void> {
    const { id } = actor.person;
    const memberships = await this.#records.memberships(id);
    for (const { team, breakGlass, ssoDomains } of memberships) {
      const owners = (await this.#records.members(team.id)).filter(({ role }) => role === "owner");
      const others = owners.filter(({ person }) => person.id !== id);
      if (others.length === 0 && owners.length > 0) owned("lastOwner");
      if (ssoDomains !== undefined && breakGlass === true && !others.some((other) => other.breakGlass === true))
        owned("lastBreakGlass");
    }
    for (const { team } of memberships) await this.leave(actor, team.id);
  }

  invitations(team: string): Promise<readonly InvitationRecord[]> {
    return this.#records.openInvitations(team, this.#now());
  }

  async invite(actor: Actor, team: string, emails: readonly string[], role: TeamRole) {
    const members = new Set((await this.#records.members(team)).map(({ person }) => person.email));
    const invited = new Set((await this.invitations(team)).map(({ email }) => email));
    const outcomes: InviteOutcome[] = [];
    for (const email of new Set(emails.map((text) => text.toLowerCase()))) {
      if (members.has(email)) outcomes.push({ email, outcome: "alreadyMember" });
      else if (invited.has(email)) outcomes.push({ email, outcome: "alreadyInvited" });
      else {
        const { secret, tokenHash } = newLink();
        const id = `inv_${randomBytes(12).toString("base64url")}`;
        const createdAt = this.#now();
        const expiresAt = createdAt + this.#limits.invitationLifetimeMs;
        const invitedBy = actor.person.id;
        const invitation = {
          id,
          team,
          email,
          role,
          tokenHash,
          invitedBy,
          createdAt,
          expiresAt,
          state: "open",
        } as const;
        const noted = this.#noted(team, actor, "member.invited", { kind: "invitation", id, name: email });
        await this.#records.insertInvitation(invitation, noted);
        outcomes.push({ email, outcome: "invited", secret });
      }
    }
    return outcomes;
  }

  async resend(actor: Actor, team: string, id: string) {
    const { email } = await this.#invitationIn(team, id);
    const { secret, tokenHash } = newLink();
    const expiresAt = this.#now() + this.#limits.invitationLifetimeMs;
    const noted = this.#noted(team, actor, "invitation.resent", { kind: "invitation", id, name: email });
    if (!(await this.#records.renewInvitation(id, { tokenHash, expiresAt }, noted))) throw missing("Invitation");
    return { email, secret };
  }

  async revoke(actor: Actor, team: string, id: string): Promise<void> {
    const { email } = await this.#invitationIn(team, id);
    const noted = this.#noted(team, actor, "invitation.revoked", { kind: "invitation", id, name: email });
    if (!(await this.#records.revokeInvitation(id, noted))) throw missing("Invitation");
  }

  async waitingFor({ email, emailVerified }: PersonRecord) {
    if (!emailVerified) return [];
    const waiting = await this.#records.invitationsFor(email, this.#now());
    const teams = await Promise.all(waiting.map(({ team }) => this.#records.team(team)));
    return waiting.map(({ id }, index) => ({ id, teamName: teams[index]?.name ?? "" }));
  }

  async isInvited(email: string): Promise<boolean> {
    return (await this.#records.invitationsFor(email.toLowerCase(), this.#now())).length > 0;
  }

  async invitation(secret: string, person: PersonRecord | undefined): Promise<InvitationView> {
    const { invitation, team } = await this.#found(secret, person);
    const { email, role } = invitation;
    return {
      state: this.#stateOf(invitation),
      team,
      email,
      role,
      forYou: person?.email === email,
      alreadyMember: person !== undefined && (await this.#records.membership(team.id, person.id)) !== undefined,
    };
  }

  async accept(actor: Actor, secret: string): Promise<string> {
    const { person } = actor;
    const { invitation, team } = await this.#found(secret, person);
    if (invitation.email !== person.email)
      throw new WeftError("FORBIDDEN", {
        message: "The invitation is for another email address.",
        suggestion: `Sign in as ${invitation.email}.`,
      });
    const state = this.#stateOf(invitation);
    const target = { kind: "member", id: person.id, name: person.email };
    const noted = this.#noted(team.id, actor, "member.joined", target);
    const accepted =
      state === "open" && (await this.#records.acceptInvitation(invitation.id, person.id, this.#now(), noted));
    if (!accepted)
      throw new WeftError("CONFLICT", {
        message: `The invitation ${{ open: "is no longer open", used: "was used", revoked: "was revoked", expired: "has expired" }[state]}.`,
        suggestion: "Ask an owner of the team for a new one.",
      });
    return team.id;
  }

  join(actor: Actor, team: string): Promise<boolean> {
    const { id, email } = actor.person;
    const noted = this.#noted(team, actor, "member.joined", { kind: "member", id, name: email });
    return this.#records.insertMember(team, id, this.#now(), noted);
  }

  async checkAddressChange(actor: Actor, ssoTeam: string | undefined): Promise<void> {
    const { id, email } = actor.person;
    for (const membership of await this.#records.memberships(id)) {
      const { team } = membership;
      if (team.id === ssoTeam || !mustUseSso(membership, email)) continue;
      await this.note(team.id, actor, "member.addressChangeRefused", { kind: "member", id, name: email });
      throw new WeftError("SSO_REQUIRED", {
        message: `${teamName(team.name)} requires single sign-on for your email address.`,
        suggestion: "Sign in with your company, then change your email address.",
      });
    }
  }

  async changeAddress(actor: Actor, newEmail: string, ssoTeam: string | undefined): Promise<void> {
    await this.checkAddressChange(actor, ssoTeam);
    const { id, email } = actor.person;
    const domain = emailDomain(email);
    for (const { team, ssoDomains } of await this.#records.memberships(id)) {
      const target = { kind: "member", id, name: newEmail };
      const noted = this.#noted(team.id, actor, "member.addressChanged", target);
      if (domain !== undefined && ssoDomains?.includes(domain) === true)
        await this.#records.bindToSso(team.id, id, noted);
      else await this.#audit.add(noted.audit![0]!);
    }
  }

  note(team: string, actor: Actor | Stranger | undefined, action: string, target?: AuditRecord["target"]) {
    return this.#audit.add(this.entry(team, actor, action, target));
  }

  async auditLog(team: string, { cursor, ...filter }: AuditSearch) {
    const { items, nextCursor } = await keysetPage({
      cursors: this.#cursors,
      scope: { project: team, list: "audit" },
      limit: this.#limits.pageSizeMax,
      cursor,
      read: (limit, after) => this.#audit.list(team, { ...filter, before: datedFrom(after), limit }),
      keyOf: dateKey,
    });
    return { entries: items, nextCursor };
  }

  entry(
    team: string,
    by: Actor | Program | Stranger | undefined,
    action: string,
    target?: AuditRecord["target"],
  ): AuditRecord {
    // Entries of one instant stay in their order.
    const id = (this.#entries++).toString(36).padStart(9, "0") + randomBytes(6).toString("base64url");
    const entry = { team, id, at: this.#now(), action, target };
    if (by === undefined) return entry;
    const { address } = by;
    if ("token" in by) return { ...entry, actor: { id: by.token.id, name: by.token.name, email: "" }, address };
    if (!("person" in by)) return { ...entry, address };
    const { person } = by;
    const name = `${person.firstName} ${person.lastName}`.trim();
    return { ...entry, actor: { id: person.id, name, email: person.email }, address };
  }

  /** An entry of the audit log as the effect of a change. */
  #noted(...of: Parameters<Teams["entry"]>): Effects {
    return { audit: [this.entry(...of)] };
  }

  async #memberOf(team: string, person: string): Promise<MemberRecord> {
    const member = (await this.#records.members(team)).find((candidate) => candidate.person.id === person);
    if (member === undefined) throw missing("Member");
    return member;
  }

  #stateOf({ state, expiresAt }: InvitationRecord): InvitationView["state"] {
    return state === "open" && expiresAt <= this.#now() ? "expired" : state;
  }

  async #found(secret: string, person: PersonRecord | undefined) {
    // An id is not a secret: it works only for the person with that confirmed address.
    const byId = secret.startsWith("inv_") ? await this.#records.invitation(secret) : undefined;
    const own = person?.emailVerified === true && byId?.email === person.email ? byId : undefined;
    const invitation = own ?? (await this.#records.invitationOf(hashOf(secret)));
    const team = invitation && (await this.#records.team(invitation.team));
    if (invitation === undefined || team === undefined) throw missing("Invitation");
    return { invitation, team };
  }

  async #invitationIn(team: string, id: string): Promise<InvitationRecord> {
    const invitation = await this.#records.invitation(id);
    if (invitation?.team !== team) throw missing("Invitation");
    return invitation;
  }
}

function newLink() {
  const secret = randomBytes(32).toString("base64url");
  return { secret, tokenHash: hashOf(secret) };
}

/** A fast hash is enough: there are 256 bits to guess. */
function hashOf(secret: string): string {
  return hash("sha256", secret, "hex");
}

function missing(what: string): WeftError {
  return new WeftError("NOT_FOUND", { message: `${what} not found.`, suggestion: "Check the id." });
}

function owned(outcome: OwnerOutcome): void {
  if (outcome === "missing") throw missing("Member");
  if (outcome === "lastOwner")
    throw new WeftError("CONFLICT", {
      message: "A team needs at least one owner.",
      suggestion: "Make another member an owner first.",
    });
  if (outcome === "lastBreakGlass")
    throw new WeftError("CONFLICT", {
      message: "A team that requires single sign-on needs a break-glass owner.",
      suggestion: "Choose another break-glass owner in the team's security settings first.",
    });
}
