import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { TeamInvitation, TeamMember, TeamRole } from "@weft/protocol";
import { clsx } from "clsx";
import { ShieldCheck, UserPlus } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { RequestFailed } from "../../api/request-failed.ts";
import { request } from "../../api/request.ts";
import { useMe } from "../../api/use-me.ts";
import { countOf, formatCount } from "../../formats/count.ts";
import { displayName } from "../../shell/display-name.ts";
import { pageMeta } from "../../shell/page-meta.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { FilteredEmptyState } from "../../ui/filtered-empty-state.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Select } from "../../ui/select.tsx";
import { Cell, HeaderCell, Row, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toast.ts";
import { FilterText } from "../shared/filter-text.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { useFilters } from "../shared/use-filters.ts";
import { useListKeys } from "../shared/use-list-keys.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { membersQuery } from "./members-query.ts";
import { PendingInvitations } from "./pending-invitations.tsx";
import { useTeam, useTeamId } from "./use-team.ts";

export const meta = () => pageMeta({ title: "Members", indexed: false });

const roles = [
  { value: "owner", label: "Owner" },
  { value: "member", label: "Member" },
] as const;

export default function MembersPage() {
  const teamId = useTeamId();
  const { data: team } = useTeam();
  const { values, set, clear } = useFilters(["find"]);
  const [search, setSearch] = useSearchParams();
  const [pressed, setPressed] = useState(false);
  // A link from elsewhere, such as the search, opens the dialog too.
  const inviting = pressed || search.get("dialog") === "invite";
  const setInviting = (open: boolean) => {
    setPressed(open);
    if (open || !search.has("dialog")) return;
    search.delete("dialog");
    setSearch(search, { replace: true, preventScrollReset: true });
  };
  const members = useQuery(membersQuery(teamId));
  const invitations = useQuery({
    queryKey: ["team", teamId, "invitations"],
    queryFn: ({ signal }) => request("GET /internal/teams/{teamId}/invitations", { path: { teamId }, signal }),
  });
  const owner = team?.role === "owner";
  useListKeys({
    count: 0,
    at: -1,
    onRefresh: () => void Promise.all([members.refetch(), invitations.refetch()]),
  });
  return (
    <>
      <PageHead
        title="Members"
        actions={
          owner && (
            <Button variant="primary" onClick={() => setInviting(true)}>
              <UserPlus className="size-4" aria-hidden />
              Invite
            </Button>
          )
        }
      >
        {owner
          ? "Owners manage members, billing and settings. Members work with all projects."
          : "Only team owners can invite people and change roles."}
      </PageHead>
      <Loaded query={members}>
        {(all) => {
          const words = values.find.trim().toLowerCase();
          const shown = all.filter((member) => `${displayName(member)} ${member.email}`.toLowerCase().includes(words));
          return (
            <>
              <FilterText
                first
                label="Find a member"
                className="mb-4 sm:w-64"
                value={values.find}
                onChange={(find) => set({ find })}
              />
              <p className="mb-4 text-sm text-muted">
                {[
                  countOf(all.length, "member"),
                  ...(invitations.data?.length ? [`${formatCount(invitations.data.length)} invited`] : []),
                  "unlimited seats",
                ].join(" · ")}
              </p>
              {shown.length === 0 ? (
                <FilteredEmptyState onClear={clear} />
              ) : (
                <MemberTable teamId={teamId} members={shown} owners={countOwners(all)} canChange={owner} />
              )}
            </>
          );
        }}
      </Loaded>
      <Loaded query={invitations}>
        {(waiting: readonly TeamInvitation[]) => (
          <PendingInvitations teamId={teamId} invitations={waiting} canChange={owner} />
        )}
      </Loaded>
      <InviteDialog teamId={teamId} open={inviting && owner} onOpenChange={setInviting} />
    </>
  );
}

function countOwners(members: readonly TeamMember[]): number {
  return members.filter(({ role }) => role === "owner").length;
}

interface MemberTableProps {
  readonly teamId: string;
  readonly members: readonly TeamMember[];
  readonly owners: number;
  readonly canChange: boolean;
}

function MemberTable({ teamId, members, owners, canChange }: MemberTableProps) {
  const { data: me } = useMe();
  const queries = useQueryClient();
  const [changing, setChanging] = useState<{ readonly member: TeamMember; readonly role: TeamRole }>();
  const [removing, setRemoving] = useState<TeamMember>();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const refresh = () => queries.invalidateQueries({ queryKey: ["team", teamId] });

  const changeRole = async (member: TeamMember, role: TeamRole) => {
    setBusy(true);
    try {
      await request("PATCH /internal/teams/{teamId}/members/{userId}", {
        path: { teamId, userId: member.userId },
        body: { role },
      });
      toast({ title: `${displayName(member)} is now ${role === "owner" ? "an owner" : "a member"}`, tone: "success" });
      setChanging(undefined);
      setFault(undefined);
    } catch (error) {
      setFault(sentenceOf(error, "The role could not be changed."));
    }
    setBusy(false);
    await refresh();
  };
  const remove = async (member: TeamMember) => {
    setBusy(true);
    try {
      await request("DELETE /internal/teams/{teamId}/members/{userId}", { path: { teamId, userId: member.userId } });
      setRemoving(undefined);
      setFault(undefined);
    } catch (error) {
      setFault(sentenceOf(error, "The member could not be removed."));
    }
    setBusy(false);
    await refresh();
  };

  return (
    <>
      <Table caption="Members" stacked>
        <thead>
          <Row>
            <HeaderCell>Name</HeaderCell>
            <HeaderCell>Role</HeaderCell>
            <HeaderCell>Two-factor</HeaderCell>
            <HeaderCell>Last active</HeaderCell>
            {canChange && (
              <HeaderCell>
                <span className="sr-only">Actions</span>
              </HeaderCell>
            )}
          </Row>
        </thead>
        <tbody>
          {members.map((member) => {
            const isMe = member.userId === me?.user?.id;
            const isLastOwner = member.role === "owner" && owners === 1;
            return (
              <Row key={member.userId}>
                <HeaderCell scope="row" className="min-w-48 wrap-anywhere whitespace-normal!">
                  <span className="flex items-center gap-3">
                    <Avatar id={member.userId} name={displayName(member)} image={member.image} size="lg" decorative />
                    <span className="min-w-0">
                      <span className="flex items-center gap-2">
                        {displayName(member)}
                        {isMe && <Badge>You</Badge>}
                      </span>
                      <span className="block font-normal text-muted">{member.email}</span>
                    </span>
                  </span>
                </HeaderCell>
                <Cell label="Role">
                  {canChange && !isLastOwner ? (
                    <div className="w-32">
                      <Select
                        aria-label={`Role of ${displayName(member)}`}
                        options={roles}
                        value={member.role}
                        onValueChange={(role) => role !== member.role && setChanging({ member, role })}
                      />
                    </div>
                  ) : (
                    <span>
                      {member.role === "owner" ? "Owner" : "Member"}
                      {canChange && (
                        <span className="block min-w-40 text-xs text-faint">A team needs at least one owner.</span>
                      )}
                    </span>
                  )}
                </Cell>
                <Cell label="Two-factor">
                  {member.twoFactorEnabled ? (
                    <span className="inline-flex items-center gap-1.5 text-success">
                      <ShieldCheck className="size-4" aria-hidden />
                      On
                    </span>
                  ) : (
                    <span className="text-muted">Off</span>
                  )}
                </Cell>
                <Cell label="Last active" className="whitespace-nowrap text-muted">
                  {isMe ? "Now" : member.lastActiveAt === null ? "Never" : <RelativeTime at={member.lastActiveAt} />}
                </Cell>
                {canChange && (
                  <Cell className={clsx("text-right", isMe && "as-card:hidden")}>
                    {!isMe && (
                      <Button size="sm" variant="ghost" onClick={() => setRemoving(member)}>
                        Remove
                        <span className="sr-only">{` ${displayName(member)}`}</span>
                      </Button>
                    )}
                  </Cell>
                )}
              </Row>
            );
          })}
        </tbody>
      </Table>
      <AlertDialog
        open={changing !== undefined}
        onOpenChange={(open) => {
          if (open) return;
          setChanging(undefined);
          setFault(undefined);
        }}
        title={
          changing ? `Make ${displayName(changing.member)} ${changing.role === "owner" ? "an owner" : "a member"}?` : ""
        }
        action="Change role"
        danger={changing?.role === "member"}
        busy={busy}
        error={fault}
        onConfirm={() => void (changing && changeRole(changing.member, changing.role))}
      >
        {changing && consequenceOf(changing.role, changing.member.userId === me?.user?.id)}
      </AlertDialog>
      <AlertDialog
        open={removing !== undefined}
        onOpenChange={(open) => {
          if (open) return;
          setRemoving(undefined);
          setFault(undefined);
        }}
        title={removing ? `Remove ${displayName(removing)}?` : ""}
        action="Remove member"
        busy={busy}
        error={fault}
        onConfirm={() => void (removing && remove(removing))}
      >
        They immediately lose access to all projects of the team, and invitations they sent are revoked. Their work is
        kept.
      </AlertDialog>
    </>
  );
}

function consequenceOf(role: TeamRole, isMe: boolean): string {
  if (role === "owner")
    return "Owners can invite and remove people, change roles, plan and settings, and delete projects and the team.";
  if (isMe)
    return "You can no longer change members, plan or settings. Only another owner can make you an owner again.";
  return "They keep access to all projects but can no longer change members, plan or settings.";
}

function sentenceOf(error: unknown, otherwise: string): string {
  return error instanceof RequestFailed && error.status === 409 ? error.message : `${otherwise} Try again.`;
}
