import { useQuery } from "@tanstack/react-query";
import type { ProjectSummary } from "@weft/protocol";
import { LayoutGrid, MoreHorizontal, Plus, Rows3 } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { countOf, formatCount, formatPartialCount } from "../../formats/count.ts";
import { pageMeta } from "../../shell/page-meta.ts";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { EmptyThread, StationDot } from "../../ui/thread-line.tsx";
import { FilteredEmptyState } from "../../ui/filtered-empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuItem, MenuLink } from "../../ui/menu.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { Select } from "../../ui/select.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Cell, HeaderCell, Row, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toast.ts";
import { EnvironmentBadge } from "../frame/environment-badge.tsx";
import { projectPath } from "../frame/place.ts";
import { ClosedProjectNote } from "../project/shared/closed-project-note.tsx";
import { FilterText } from "../shared/filter-text.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { projectsQuery } from "../shared/projects-query.ts";
import { useFilters } from "../shared/use-filters.ts";
import { useListKeys } from "../shared/use-list-keys.ts";
import { Sparkline } from "./sparkline.tsx";
import { UsageStrip } from "./usage-strip.tsx";
import { useTeam, useTeamId } from "./use-team.ts";
import { teamName } from "@weft/protocol/internal/team-name";

export const meta = () => pageMeta({ title: "Projects", indexed: false });

const sorts = [
  { value: "activity", label: "Last activity" },
  { value: "name", label: "Name" },
  { value: "created", label: "Newest" },
] as const;
type Sort = (typeof sorts)[number]["value"];

const environments = [
  { value: "all", label: "All environments" },
  { value: "dev", label: "Development" },
  { value: "prod", label: "Production" },
] as const;

/** A team's projects; how they are shown is in the address. */
export default function ProjectsPage() {
  const teamId = useTeamId();
  const { data: team } = useTeam();
  const { values, set, clear, any } = useFilters(["find", "env"]);
  const view = useFilters(["sort", "view"]);
  const projects = useQuery({ ...projectsQuery(teamId), refetchInterval: 30_000 });
  const sort = (sorts.find(({ value }) => value === view.values.sort)?.value ?? "activity") satisfies Sort;
  const asTable = view.values.view === "table";
  const shown = (projects.data ?? []).filter((project) => matches(project, values)).toSorted(order[sort]);
  const [at, setAt] = useState(-1);
  const navigate = useNavigate();
  useListKeys({
    count: shown.length,
    at,
    onMove: setAt,
    onOpen: (index) => void navigate(projectPath(teamId, shown[index]!.id)),
    onRefresh: () => void projects.refetch(),
  });
  return (
    <>
      <PageHead
        title={team === undefined ? "Projects" : teamName(team.name)}
        actions={
          <ButtonLink to="?dialog=create-project" variant="primary">
            <Plus className="size-4" aria-hidden />
            Create project
          </ButtonLink>
        }
      >
        Each project has its own rooms, keys and users.
      </PageHead>
      <UsageStrip teamId={teamId} />
      <Loaded query={projects} skeleton={<CardSkeletons />}>
        {(all) => {
          if (all.length === 0)
            return (
              <EmptyState
                title="Create your first project"
                thread={<EmptyThread steps={["Project is created", "App connects", "Users meet in a room"]} />}
                action={
                  <ButtonLink to="?dialog=create-project" variant="primary">
                    Create project
                  </ButtonLink>
                }
              >
                <p>
                  A project contains rooms and the API keys your app uses to connect to them. The{" "}
                  <Link className="link" to="/docs/get-started">
                    quickstart
                  </Link>{" "}
                  takes five minutes.
                </p>
              </EmptyState>
            );
          return (
            <>
              {all.map(
                ({ id, displayName, deletesAt }) =>
                  deletesAt !== null && (
                    <ClosedProjectNote
                      key={id}
                      project={{ id, displayName, deletesAt }}
                      owner={team?.role === "owner"}
                    />
                  ),
              )}
              <div className="mb-5 flex flex-wrap items-center gap-2">
                <FilterText
                  first
                  label="Find a project"
                  className="max-sm:w-full sm:w-56"
                  value={values.find}
                  onChange={(find) => set({ find })}
                />
                <div className="max-sm:flex-1 sm:w-44">
                  <Select
                    aria-label="Environment"
                    options={environments}
                    value={environments.find(({ value }) => value === values.env)?.value ?? "all"}
                    onValueChange={(env) => set({ env: env === "all" ? null : env })}
                  />
                </div>
                <div className="max-sm:flex-1 sm:w-40">
                  <Select
                    aria-label="Sort by"
                    options={sorts}
                    value={sort}
                    onValueChange={(next) => view.set({ sort: next === "activity" ? null : next })}
                  />
                </div>
                <div className="ml-auto max-sm:hidden">
                  <SegmentedControl
                    label="View as"
                    value={asTable ? "table" : "cards"}
                    onValueChange={(next) => view.set({ view: next === "cards" ? null : next })}
                    options={[
                      { value: "cards", label: <LayoutGrid className="size-4" aria-label="Cards" /> },
                      { value: "table", label: <Rows3 className="size-4" aria-label="Table" /> },
                    ]}
                  />
                </div>
              </div>
              {shown.length === 0 && any ? (
                <FilteredEmptyState onClear={clear} />
              ) : asTable ? (
                <ProjectTable teamId={teamId} projects={shown} at={at} />
              ) : (
                <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 2xl:grid-cols-3">
                  {shown.map((project, index) => (
                    <li key={project.id}>
                      <ProjectCard teamId={teamId} project={project} reached={index === at} />
                    </li>
                  ))}
                </ul>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function matches(project: ProjectSummary, { find, env }: { find: string; env: string }): boolean {
  const words = find.trim().toLowerCase();
  const named = words === "" || project.displayName.toLowerCase().includes(words) || project.id.includes(words);
  return named && (env === "" || project.type === env);
}

const order: { readonly [S in Sort]: (a: ProjectSummary, b: ProjectSummary) => number } = {
  activity: (a, b) => instant(b.lastActivityAt ?? b.createdAt) - instant(a.lastActivityAt ?? a.createdAt),
  name: (a, b) => a.displayName.localeCompare(b.displayName),
  created: (a, b) => instant(b.createdAt) - instant(a.createdAt),
};
const instant = (iso: string) => new Date(iso).getTime();

interface ProjectCardProps {
  readonly teamId: string;
  readonly project: ProjectSummary;
  /** The keyboard is on it. */
  readonly reached: boolean;
}

function ProjectCard({ teamId, project, reached }: ProjectCardProps) {
  const path = projectPath(teamId, project.id);
  return (
    <article
      data-reached={reached || undefined}
      className="relative flex h-full flex-col gap-4 rounded-lg border border-line bg-surface p-5 transition-colors duration-(--quick) hover:border-line-strong data-reached:outline-2 data-reached:-outline-offset-2 data-reached:outline-accent"
    >
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 flex-col items-start gap-2">
          <h2 className="max-w-full truncate text-lg">
            <Link to={path} className="after:absolute after:inset-0">
              {project.displayName}
            </Link>
          </h2>
          <div className="flex gap-1.5">
            <EnvironmentBadge type={project.type} />
            {project.regionRestriction !== "none" && <Badge>{project.regionRestriction.toUpperCase()}</Badge>}
            {project.deletesAt !== null && <Badge tone="danger">Closed</Badge>}
          </div>
        </div>
        <div className="relative z-10">
          <ProjectMenu path={path} project={project} />
        </div>
      </div>
      <dl className="grid grid-cols-3 gap-3 text-sm">
        <Number label="Rooms" value={project.rooms} />
        <Number label="Identified users, 24 h" value={project.activeUsers24h} />
        <Number label="Connected" value={project.connectedNow} isPartial={project.connectedNowIsPartial} live />
      </dl>
      <div className="mt-auto flex items-end justify-between gap-3 border-t border-line pt-4">
        <p className="relative z-10 text-xs text-muted">
          {project.lastActivityAt === null ? (
            "No connections yet"
          ) : (
            <>
              {"Active "}
              <RelativeTime at={project.lastActivityAt} />
            </>
          )}
        </p>
        <Sparkline values={project.activeUsersByDay} label={trend(project)} />
      </div>
    </article>
  );
}

function trend({ activeUsersByDay }: ProjectSummary): string {
  return `Identified users per day over ${countOf(activeUsersByDay.length, "day")}: ${activeUsersByDay.join(", ")}`;
}

function Number({ label, value, isPartial = false, live = false }: NumberProps) {
  return (
    <div>
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="mt-0.5 flex items-center gap-1.5 figures">
        {live && value > 0 && <StationDot state="next" className="size-2.5" />}
        {formatPartialCount(value, isPartial)}
      </dd>
    </div>
  );
}

interface NumberProps {
  readonly label: string;
  readonly value: number;
  /** Not everything was counted. */
  readonly isPartial?: boolean;
  readonly live?: boolean;
}

interface ProjectTableProps {
  readonly teamId: string;
  readonly projects: readonly ProjectSummary[];
  /** The row that the keyboard has reached. */
  readonly at: number;
}

function ProjectTable({ teamId, projects, at }: ProjectTableProps) {
  return (
    <Table caption="Projects" stacked>
      <thead>
        <Row>
          <HeaderCell>Name</HeaderCell>
          <HeaderCell>Environment</HeaderCell>
          <HeaderCell>Region</HeaderCell>
          <HeaderCell>Rooms</HeaderCell>
          <HeaderCell>Identified users, 24 h</HeaderCell>
          <HeaderCell>14 days</HeaderCell>
          <HeaderCell>Last activity</HeaderCell>
          <HeaderCell>
            <span className="sr-only">Actions</span>
          </HeaderCell>
        </Row>
      </thead>
      <tbody>
        {projects.map((project, index) => (
          <Row key={project.id} data-reached={index === at || undefined}>
            <HeaderCell scope="row">
              <Link className="hover:underline" to={projectPath(teamId, project.id)}>
                {project.displayName}
              </Link>
            </HeaderCell>
            <Cell label="Environment">
              <span className="inline-flex gap-1.5">
                <EnvironmentBadge type={project.type} />
                {project.deletesAt !== null && <Badge tone="danger">Closed</Badge>}
              </span>
            </Cell>
            <Cell label="Region" className="text-muted">
              {project.regionRestriction === "none" ? "Any" : project.regionRestriction.toUpperCase()}
            </Cell>
            <Cell label="Rooms" className="tabular-nums">
              {formatCount(project.rooms)}
            </Cell>
            <Cell label="Identified users, 24 h" className="tabular-nums">
              {formatCount(project.activeUsers24h)}
            </Cell>
            <Cell label="14 days">
              <Sparkline values={project.activeUsersByDay} label={trend(project)} />
            </Cell>
            <Cell label="Last activity" className="whitespace-nowrap text-muted">
              {project.lastActivityAt === null ? "Never" : <RelativeTime at={project.lastActivityAt} />}
            </Cell>
            <Cell className="text-right as-card:absolute as-card:top-3 as-card:right-5">
              <ProjectMenu path={projectPath(teamId, project.id)} project={project} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function ProjectMenu({ path, project }: { path: string; project: ProjectSummary }) {
  return (
    <Menu
      trigger={
        <IconButton name={`Actions for ${project.displayName}`} size="sm">
          <MoreHorizontal className="size-4" aria-hidden />
        </IconButton>
      }
    >
      <MenuLink to={path}>Open</MenuLink>
      <MenuLink to={`${path}/api-keys`}>API keys</MenuLink>
      <MenuItem
        onSelect={() =>
          void navigator.clipboard.writeText(project.id).then(() => toast({ title: "Project ID copied" }))
        }
      >
        Copy ID
      </MenuItem>
      <MenuLink to={`${path}/settings`}>Settings</MenuLink>
    </Menu>
  );
}

function CardSkeletons() {
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2 2xl:grid-cols-3" role="status" aria-label="Loading">
      {[0, 1, 2].map((card) => (
        <Skeleton key={card} className="h-52 rounded-lg" />
      ))}
    </div>
  );
}
