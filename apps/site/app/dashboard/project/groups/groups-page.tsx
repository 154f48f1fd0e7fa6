import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useSiteConfig } from "../../../api/use-site-config.ts";
import { formatCount } from "../../../formats/count.ts";
import { pageMeta } from "../../../shell/page-meta.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { EmptyThread } from "../../../ui/thread-line.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { PageHead } from "../../shared/page-head.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { useListKeys } from "../../shared/use-list-keys.ts";
import { pageNumber, stepBack, stepOn } from "../rooms/cursor-trail.ts";
import { useProject } from "../shared/project-context.ts";
import { CreateGroupDialog } from "./create-group-dialog.tsx";
import { groupsQuery } from "./group-queries.ts";

export const meta = () => pageMeta({ title: "Groups", indexed: false });

const docs = "/docs/ready-made-features/comments/users-and-mentions";

export default function GroupsPage() {
  const { project, base } = useProject();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const filters = useFilters([]);
  const place = { cursor: search.get("cursor") ?? "", back: search.get("back") ?? "" };
  const groups = useQuery(groupsQuery(project.id, place.cursor));
  const [at, setAt] = useState(-1);
  const list = groups.data?.data ?? [];
  const addressOf = (id: string) => `${base}/groups/${encodeURIComponent(id)}`;
  const openDialog = () => filters.set({ dialog: "create-group" });
  useListKeys({
    count: list.length,
    at,
    onMove: setAt,
    onOpen: (index) => void navigate(addressOf(list[index]!.id)),
    onRefresh: () => void groups.refetch(),
  });
  const before = stepBack(place);
  const nextCursor = groups.data?.nextCursor ?? null;
  return (
    <>
      <PageHead
        title="Groups"
        actions={
          <Button variant="primary" onClick={openDialog}>
            <Plus className="size-4" aria-hidden />
            Create group
          </Button>
        }
      >
        Groups of users that can be mentioned together in comments and text.{" "}
        <Link to={docs} className="link">
          About mentions
        </Link>
      </PageHead>
      <Loaded query={groups}>
        {({ data }) =>
          data.length === 0 && before === undefined ? (
            <GroupsEmpty onCreate={openDialog} />
          ) : (
            <div className="flex flex-col gap-4">
              <Table caption="Groups" stacked>
                <thead>
                  <Row>
                    <HeaderCell>Group</HeaderCell>
                    <HeaderCell>Members</HeaderCell>
                    <HeaderCell>Scopes</HeaderCell>
                    <HeaderCell>Organization</HeaderCell>
                    <HeaderCell>Updated</HeaderCell>
                  </Row>
                </thead>
                <tbody>
                  {data.map((group, index) => (
                    <Row key={group.id} data-reached={index === at || undefined}>
                      <HeaderCell scope="row" className="max-w-72">
                        <Link
                          to={addressOf(group.id)}
                          title={group.id}
                          className="block truncate font-mono text-xs underline-offset-4 hover:underline"
                        >
                          {group.id}
                        </Link>
                      </HeaderCell>
                      <Cell label="Members" className="tabular-nums">
                        {formatCount(group.members.length)}
                      </Cell>
                      <Cell label="Scopes">
                        {group.scopes.mention === true ? (
                          <Badge tone="accent">mention</Badge>
                        ) : (
                          <span className="text-faint">None</span>
                        )}
                      </Cell>
                      <Cell label="Organization" className="max-w-48 truncate font-mono text-xs">
                        {group.organizationId}
                      </Cell>
                      <Cell label="Updated" className="whitespace-nowrap">
                        <RelativeTime at={group.updatedAt} />
                      </Cell>
                    </Row>
                  ))}
                </tbody>
              </Table>
              {(before !== undefined || nextCursor !== null) && (
                <Pagination
                  label="Groups"
                  position={`Page ${formatCount(pageNumber(place))}`}
                  onPrevious={before && (() => filters.set({ ...before }))}
                  onNext={nextCursor === null ? undefined : () => filters.set({ ...stepOn(place, nextCursor) })}
                  busy={groups.isPlaceholderData}
                />
              )}
            </div>
          )
        }
      </Loaded>
      <CreateGroupDialog open={search.get("dialog") === "create-group"} onClose={() => filters.set({ dialog: null })} />
    </>
  );
}

function GroupsEmpty({ onCreate }: { onCreate: () => void }) {
  const { data: config } = useSiteConfig();
  return (
    <EmptyState
      title="No groups yet"
      thread={<EmptyThread steps={["Group is created", "Comment mentions it", "Members are notified"]} />}
      action={
        <Button variant="primary" onClick={onCreate}>
          Create group
        </Button>
      }
    >
      <p>
        With a group <code>engineering</code>, a comment that mentions <code>@engineering</code> notifies all of its
        members. Create groups here or from your back end. Learn more in the{" "}
        <Link to={docs} className="link">
          docs about mentions
        </Link>
        .
      </p>
      {config && (
        <CodeBlock
          title="Terminal"
          code={`curl -X POST "${config.serverUrl}/v2/groups" \\
  -H "Authorization: Bearer $WEFT_SECRET_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "id": "engineering", "memberIds": ["ada", "grace"] }'`}
        />
      )}
    </EmptyState>
  );
}
