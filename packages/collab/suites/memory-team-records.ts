import type { Effects } from "../src/effects.ts";
import type { AuditRecord, AuditRecords } from "../src/teams/audit-records.ts";
import type { PersonRecord } from "../src/teams/person-records.ts";
import type { InvitationRecord, TeamRecord, TeamRecords } from "../src/teams/team-records.ts";
import type { TeamRole } from "@weft/protocol";
import { byCodePoint } from "./sort-order.ts";

/** Teams in memory. People are those that were handed in; what is done is told to the audit log. */
export function createMemoryTeamRecords(people: readonly PersonRecord[], audit: MemoryAuditRecords): TeamRecords {
  const teams = new Map<string, TeamRecord>();
  const members: { readonly team: string; readonly person: string; role: TeamRole; readonly joinedAt: number }[] = [];
  const invitations = new Map<string, InvitationRecord>();
  const memberOf = (team: string, person: string) =>
    members.find((member) => member.team === team && member.person === person);
  const keepsOwner = (team: string, person: string) =>
    members.some((member) => member.team === team && member.role === "owner" && member.person !== person);
  const renew = (id: string, changed: Partial<InvitationRecord>) => {
    const invitation = invitations.get(id);
    if (invitation?.state !== "open") return false;
    invitations.set(id, { ...invitation, ...changed });
    return true;
  };
  const revokeInvitationsOf = (team: string, person: string) => {
    for (const { id, invitedBy, team: theirs } of invitations.values())
      if (invitedBy === person && theirs === team) renew(id, { state: "revoked" });
  };
  const isOpen = (id: string) => invitations.get(id)?.state === "open";
  const open = (now: number) =>
    [...invitations.values()].filter(({ state, expiresAt }) => state === "open" && expiresAt > now).toReversed();

  return {
    team: async (id) => teams.get(id),
    insertTeam: async (team, owner, effects) => {
      audit.written(effects);
      teams.set(team.id, team);
      members.push({ team: team.id, person: owner, role: "owner", joinedAt: team.createdAt });
    },
    updateTeam: async (id, change, effects) => {
      const team = teams.get(id);
      const changes = Object.entries(change).filter(([, value]) => value !== undefined);
      if (team === undefined || changes.length === 0) return;
      audit.written(effects);
      teams.set(id, { ...team, ...Object.fromEntries(changes.map(([name, value]) => [name, value ?? undefined])) });
    },
    deleteTeam: async (id, effects) => {
      if (!teams.has(id)) return false;
      audit.written(effects);
      return teams.delete(id);
    },
    memberships: async (person) =>
      members
        .filter((member) => member.person === person)
        .flatMap(({ team, role }) => (teams.has(team) ? [{ team: teams.get(team)!, role }] : [])),
    membership: async (team, person) => {
      const [found, member] = [teams.get(team), memberOf(team, person)];
      return found && member && { team: found, role: member.role };
    },
    members: async (team) =>
      members
        .filter((member) => member.team === team)
        .map(({ person, role, joinedAt }) => ({ person: people.find(({ id }) => id === person)!, role, joinedAt })),
    insertMember: async (team, person, now, effects) => {
      if (!teams.has(team) || memberOf(team, person) !== undefined) return false;
      audit.written(effects);
      members.push({ team, person, role: "member", joinedAt: now });
      return true;
    },
    // Single sign-on is not kept here.
    bindToSso: async (team, person, effects) => {
      if (memberOf(team, person) === undefined) return false;
      audit.written(effects);
      return true;
    },
    setRole: async (team, person, role, effects) => {
      const member = memberOf(team, person);
      if (member === undefined) return "missing";
      if (role === "member" && member.role === "owner" && !keepsOwner(team, person)) return "lastOwner";
      audit.written(effects);
      member.role = role;
      if (role !== "owner") revokeInvitationsOf(team, person);
      return "done";
    },
    removeMember: async (team, person, effects) => {
      const member = memberOf(team, person);
      if (member === undefined) return "missing";
      if (member.role === "owner" && !keepsOwner(team, person)) return "lastOwner";
      audit.written(effects);
      members.splice(members.indexOf(member), 1);
      revokeInvitationsOf(team, person);
      return "done";
    },
    openInvitations: async (team, now) => open(now).filter((invitation) => invitation.team === team),
    invitationsFor: async (email, now) => open(now).filter((invitation) => invitation.email === email),
    invitation: async (id) => invitations.get(id),
    invitationOf: async (tokenHash) => [...invitations.values()].find((known) => known.tokenHash === tokenHash),
    insertInvitation: async (invitation, effects) => {
      audit.written(effects);
      invitations.set(invitation.id, invitation);
    },
    renewInvitation: async (id, renewed, effects) => {
      if (!isOpen(id)) return false;
      audit.written(effects);
      return renew(id, renewed);
    },
    revokeInvitation: async (id, effects) => {
      if (!isOpen(id)) return false;
      audit.written(effects);
      return renew(id, { state: "revoked" });
    },
    acceptInvitation: async (id, person, now, effects) => {
      const invitation = invitations.get(id);
      if (invitation === undefined || invitation.expiresAt <= now || !isOpen(id)) return false;
      if (memberOf(invitation.team, invitation.invitedBy)?.role !== "owner") return false;
      audit.written(effects);
      if (!renew(id, { state: "used" })) return false;
      const { team, role } = invitation;
      if (memberOf(team, person) === undefined) members.push({ team, person, role, joinedAt: now });
      return true;
    },
  };
}

export interface MemoryAuditRecords extends AuditRecords {
  /** Adds at once: what is decided and told in one turn is one change. */
  put(entry: AuditRecord): void;
  written(effects: Effects | undefined): void;
}

/** An audit log in memory. */
export function createMemoryAuditRecords(): MemoryAuditRecords {
  const entries: AuditRecord[] = [];
  const isBefore = ({ at, id }: AuditRecord, other: { readonly at: number; readonly id: string }) =>
    at < other.at || (at === other.at && byCodePoint(id, other.id) < 0);
  const put = (entry: AuditRecord) => {
    if (entries.some(({ team, at, id }) => team === entry.team && at === entry.at && id === entry.id))
      throw new Error("The entry is there already.");
    entries.push(entry);
  };
  return {
    put,
    written: (effects) => effects?.audit?.forEach(put),
    add: async (entry) => put(entry),
    list: async (team, { limit, before, actor, action, target, from, to }) =>
      entries
        .filter((entry) => entry.team === team)
        .filter((entry) => before === undefined || isBefore(entry, before))
        .filter((entry) => actor === undefined || entry.actor?.id === actor || entry.actor?.email === actor)
        .filter(
          (entry) =>
            action === undefined || (action.endsWith(".") ? entry.action.startsWith(action) : entry.action === action),
        )
        .filter((entry) => target === undefined || entry.target?.id === target)
        .filter(({ at }) => (from === undefined || at >= from) && (to === undefined || at <= to))
        .sort((a, b) => (isBefore(a, b) ? 1 : -1))
        .slice(0, limit),
  };
}
