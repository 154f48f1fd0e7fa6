import type { AuditRecord, AuditRecords } from "../src/teams/audit-records.ts";
import type { PersonRecord } from "../src/teams/person-records.ts";
import type { InvitationRecord, TeamRecord, TeamRecords } from "../src/teams/team-records.ts";
import type { TeamRole } from "@weft/protocol";

/** Teams in memory. People are those that were handed in. */
export function openMemoryTeamRecords(people: readonly PersonRecord[]): TeamRecords {
  const teams = new Map<string, TeamRecord>();
  const members: { readonly team: string; readonly person: string; role: TeamRole; readonly joinedAt: number }[] = [];
  const invitations = new Map<string, InvitationRecord>();
  const memberOf = (team: string, person: string) =>
    members.find((member) => member.team === team && member.person === person);
  const keepsOwner = (team: string, person: string) =>
    members.some((member) => member.team === team && member.role === "owner" && member.person !== person);
  const change = (id: string, changed: Partial<InvitationRecord>) => {
    const invitation = invitations.get(id);
    if (invitation?.state !== "open") return false;
    invitations.set(id, { ...invitation, ...changed });
    return true;
  };
  const open = (now: number) =>
    [...invitations.values()].filter(({ state, expiresAt }) => state === "open" && expiresAt > now).toReversed();

  return {
    team: async (id) => teams.get(id),
    insertTeam: async (team, owner) => {
      teams.set(team.id, team);
      members.push({ team: team.id, person: owner, role: "owner", joinedAt: team.createdAt });
    },
    updateTeam: async (id, { name, image }) => {
      const team = teams.get(id);
      if (team === undefined) return;
      teams.set(id, {
        ...team,
        name: name ?? team.name,
        image: image === undefined ? team.image : (image ?? undefined),
      });
    },
    deleteTeam: async (id) => teams.delete(id),
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
    setRole: async (team, person, role) => {
      const member = memberOf(team, person);
      if (member === undefined) return "missing";
      if (role === "member" && member.role === "owner" && !keepsOwner(team, person)) return "lastOwner";
      member.role = role;
      return "done";
    },
    removeMember: async (team, person) => {
      const member = memberOf(team, person);
      if (member === undefined) return "missing";
      if (member.role === "owner" && !keepsOwner(team, person)) return "lastOwner";
      members.splice(members.indexOf(member), 1);
      for (const { id, invitedBy, team: theirs } of invitations.values())
        if (invitedBy === person && theirs === team) change(id, { state: "revoked" });
      return "done";
    },
    openInvitations: async (team, now) => open(now).filter((invitation) => invitation.team === team),
    invitationsFor: async (email, now) => open(now).filter((invitation) => invitation.email === email),
    invitation: async (id) => invitations.get(id),
    invitationOf: async (tokenHash) => [...invitations.values()].find((known) => known.tokenHash === tokenHash),
    insertInvitation: async (invitation) => void invitations.set(invitation.id, invitation),
    renewInvitation: async (id, renewed) => change(id, renewed),
    revokeInvitation: async (id) => change(id, { state: "revoked" }),
    acceptInvitation: async (id, person, now) => {
      const invitation = invitations.get(id);
      if (invitation === undefined || invitation.expiresAt <= now || !change(id, { state: "used" })) return false;
      const { team, role } = invitation;
      if (memberOf(team, person) === undefined) members.push({ team, person, role, joinedAt: now });
      return true;
    },
  };
}

/** An audit log in memory. */
export function openMemoryAuditRecords(): AuditRecords {
  const entries: AuditRecord[] = [];
  const isBefore = ({ at, id }: AuditRecord, other: { readonly at: number; readonly id: string }) =>
    at < other.at || (at === other.at && id < other.id);
  return {
    add: async (entry) => void entries.push(entry),
    list: async (team, { limit, before, actor, action, target }) =>
      entries
        .filter((entry) => entry.team === team)
        .filter((entry) => before === undefined || isBefore(entry, before))
        .filter((entry) => actor === undefined || entry.actor?.id === actor || entry.actor?.email === actor)
        .filter(
          (entry) =>
            action === undefined || (action.endsWith(".") ? entry.action.startsWith(action) : entry.action === action),
        )
        .filter((entry) => target === undefined || entry.target?.id === target)
        .sort((a, b) => (isBefore(a, b) ? 1 : -1))
        .slice(0, limit),
  };
}
