import type { PlanId, SignInMethod, TeamRetention, TeamRole } from "@weft/protocol";
import type { Effects } from "../effects.ts";
import type { PersonRecord } from "./person-records.ts";

export interface TeamRecord {
  readonly id: string;
  readonly name: string;
  /** A data URL. */
  readonly image?: string;
  readonly plan: PlanId;
  readonly createdAt: number;
  /** In which its periods are written, such as `Europe/Berlin`; UTC by default. */
  readonly timeZone?: string;
  /** From then on only who has a second factor is let in. */
  readonly twoFactorFrom?: number;
  /** A sign-in that is older than this opens the team no more. */
  readonly sessionMs?: number;
  /** The methods by which its members must have signed in; undefined if any will do. */
  readonly signInMethods?: readonly SignInMethod[];
  /** For how long data of its projects is kept, where that is less than the plan allows. */
  readonly retention?: TeamRetention;
}

/** What of a team changes; null takes away, and what is absent stays. */
export interface TeamChange {
  readonly name?: string;
  readonly image?: string | null;
  readonly timeZone?: string;
  readonly twoFactorFrom?: number | null;
  readonly sessionMs?: number | null;
  readonly signInMethods?: readonly SignInMethod[] | null;
  readonly retention?: TeamRetention | null;
}

/** A team as one of its members has it. */
export interface Membership {
  readonly team: TeamRecord;
  readonly role: TeamRole;
  /** An owner who is not held to single sign-on. */
  readonly breakGlass?: true;
  /** The domains whose addresses must sign in through the team's identity provider; undefined if none must. */
  readonly ssoDomains?: readonly string[];
  /** Their address was on such a domain when it was changed: they must sign in through the identity provider all the same. */
  readonly ssoBound?: true;
}

export interface MemberRecord {
  readonly person: PersonRecord;
  readonly role: TeamRole;
  readonly joinedAt: number;
  readonly breakGlass?: true;
  readonly lastActiveAt?: number;
}

/** An invitation as it is kept: only those who have its link know the link's secret. */
export interface InvitationRecord {
  readonly id: string;
  readonly team: string;
  /** In lower case. */
  readonly email: string;
  readonly role: TeamRole;
  /** SHA-256, in hex. */
  readonly tokenHash: string;
  readonly invitedBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly state: "open" | "revoked" | "used";
}

/**
 * What became of a change that could leave a team without an owner, or one that requires single sign-on without a
 * break-glass owner.
 */
export type OwnerOutcome = "done" | "missing" | "lastOwner" | "lastBreakGlass";

/**
 * Where teams are kept. Each change is decided and made at once, so that two at the same time cannot both be the last,
 * and together with its effects.
 */
export interface TeamRecords {
  team(id: string): Promise<TeamRecord | undefined>;
  insertTeam(team: TeamRecord, owner: string, effects?: Effects): Promise<void>;
  updateTeam(id: string, change: TeamChange, effects?: Effects): Promise<void>;
  /** Deletes a team with its members and invitations; false while it has projects. */
  deleteTeam(id: string, effects?: Effects): Promise<boolean>;

  /** In the order of joining. */
  memberships(person: string): Promise<readonly Membership[]>;
  membership(team: string, person: string): Promise<Membership | undefined>;
  members(team: string): Promise<readonly MemberRecord[]>;
  /** Adds a member; false if they are in the team already, or there is no such team. */
  insertMember(team: string, person: string, now: number, effects?: Effects): Promise<boolean>;
  /** Holds a member to single sign-on, whatever their address is from now on. False if they are not in the team. */
  bindToSso(team: string, person: string, effects?: Effects): Promise<boolean>;
  /** Of an owner who becomes less, also revokes the open invitations that they sent, and that they are break-glass. */
  setRole(team: string, person: string, role: TeamRole, effects?: Effects): Promise<OwnerOutcome>;
  /** Also ends the open invitations that they sent. */
  removeMember(team: string, person: string, effects?: Effects): Promise<OwnerOutcome>;

  /** Open and not expired, newest first. */
  openInvitations(team: string, now: number): Promise<readonly InvitationRecord[]>;
  invitationsFor(email: string, now: number): Promise<readonly InvitationRecord[]>;
  invitation(id: string): Promise<InvitationRecord | undefined>;
  invitationOf(tokenHash: string): Promise<InvitationRecord | undefined>;
  insertInvitation(invitation: InvitationRecord, effects?: Effects): Promise<void>;
  /** Gives an open invitation another link and another end; false when it is not open. */
  renewInvitation(
    id: string,
    renewed: { readonly tokenHash: string; readonly expiresAt: number },
    effects?: Effects,
  ): Promise<boolean>;
  /** False when it is not open. */
  revokeInvitation(id: string, effects?: Effects): Promise<boolean>;
  /**
   * Uses an invitation up and lets the person in, both or neither; false when it is not open any more, or its sender
   * is no longer an owner of the team.
   */
  acceptInvitation(id: string, person: string, now: number, effects?: Effects): Promise<boolean>;
}
