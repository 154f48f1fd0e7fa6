import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2, UserMinus } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { countOf } from "../../../formats/count.ts";
import { pageMeta } from "../../../shell/page-meta.ts";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { NotFound } from "../../../ui/not-found.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { toast } from "../../../ui/toast.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { gateway } from "../shared/gateway.ts";
import { useProject } from "../shared/project-context.ts";
import { UserLink } from "../shared/user-link.tsx";
import { AddMembersForm } from "./add-members-form.tsx";
import { groupPath, groupQuery, groupsKey } from "./group-queries.ts";
import type { GroupBody } from "./group-queries.ts";

export const meta = () => pageMeta({ title: "Group", indexed: false });

export default function GroupPage() {
  const { groupId = "" } = useParams();
  const { project, base } = useProject();
  const group = useQuery(groupQuery(project.id, groupId));
  return (
    <Loaded query={group} missing={<NotFound action={<ButtonLink to={`${base}/groups`}>Back to groups</ButtonLink>} />}>
      {(found) => <GroupDetails group={found} />}
    </Loaded>
  );
}

function GroupDetails({ group }: { group: GroupBody }) {
  const { project, base } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const removeMember = useMutation({
    mutationFn: (id: string) =>
      gateway<GroupBody>(project.id, "POST", `${groupPath(group.id)}/remove-members`, { body: { memberIds: [id] } }),
    onSuccess: () => client.invalidateQueries({ queryKey: groupsKey(project.id) }),
    onError: (error) => toast({ title: "The member could not be removed", description: error.message, tone: "danger" }),
  });
  const remove = useMutation({
    mutationFn: () => gateway(project.id, "DELETE", groupPath(group.id)),
    onSuccess: async () => {
      await navigate(`${base}/groups`, { replace: true });
      // While this page is still drawn, asking again for what is gone would fail.
      client.removeQueries({ queryKey: groupQuery(project.id, group.id).queryKey, type: "inactive" });
      toast({ title: "The group was deleted", tone: "success" });
      await client.invalidateQueries({ queryKey: [...groupsKey(project.id), "list"] });
    },
  });
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="flex min-w-0 flex-col gap-1.5">
          <Link to={`${base}/groups`} className="w-fit text-sm text-muted hover:text-ink">
            Groups
          </Link>
          <div className="flex items-center gap-1">
            <h1 className="font-mono text-xl font-medium tracking-tight wrap-anywhere">{group.id}</h1>
            <CopyButton text={group.id} name="Copy group ID" />
          </div>
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            {group.scopes.mention === true ? (
              <Badge tone="accent">mention</Badge>
            ) : (
              <span>Users can't mention this group</span>
            )}
            <span>
              · organization <code className="text-xs">{group.organizationId}</code>
            </span>
            <span>
              · created <RelativeTime at={group.createdAt} />
            </span>
          </p>
        </div>
        <Button onClick={() => setDeleting(true)}>
          <Trash2 className="size-4" aria-hidden />
          Delete group
        </Button>
      </div>
      <div className="flex flex-col gap-5">
        <AddMembersForm groupId={group.id} />
        {group.members.length === 0 ? (
          <p className="rounded-lg border border-dashed border-line-strong px-6 py-10 text-center text-sm text-muted">
            This group has no members. Mentioning it sends no notifications.
          </p>
        ) : (
          <Table caption="Members">
            <thead>
              <Row>
                <HeaderCell>{countOf(group.members.length, "member")}</HeaderCell>
                <HeaderCell>Added</HeaderCell>
                <HeaderCell>
                  <span className="sr-only">Actions</span>
                </HeaderCell>
              </Row>
            </thead>
            <tbody>
              {group.members.map(({ id, addedAt }) => (
                <Row key={id}>
                  <HeaderCell scope="row" className="max-w-0 min-w-40">
                    <UserLink id={id} avatar />
                  </HeaderCell>
                  <Cell className="whitespace-nowrap">
                    <RelativeTime at={addedAt} />
                  </Cell>
                  <Cell className="w-12 text-right">
                    <IconButton
                      name={`Remove ${id}`}
                      size="sm"
                      busy={removeMember.isPending && removeMember.variables === id}
                      onClick={() => removeMember.mutate(id)}
                    >
                      <UserMinus className="size-4" aria-hidden />
                    </IconButton>
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </div>
      <AlertDialog
        open={deleting}
        onOpenChange={(open) => {
          setDeleting(open);
          remove.reset();
        }}
        title={`Delete ${group.id}?`}
        action="Delete group"
        busy={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => remove.mutate()}
      >
        This permanently deletes the group. Its members remain users of the project. Existing comments keep the mention
        as text.
      </AlertDialog>
    </>
  );
}
