import { useQuery } from "@tanstack/react-query";
import type { InternalRoutes, PlanId } from "@weft/protocol";
import { Download } from "lucide-react";
import { Link, useLocation, useSearchParams } from "react-router";
import { formatBytes } from "../../formats/bytes.ts";
import { countOf, formatCount } from "../../formats/count.ts";
import { pageMeta } from "../../shell/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { Select } from "../../ui/select.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Cell, HeaderCell, Row, Table } from "../../ui/table.tsx";
import { meterText } from "../../usage/meter.ts";
import { showsMeters, usageMeasures } from "../../usage/usage-measures.ts";
import { UsageMeters } from "../../usage/usage-meters.tsx";
import { UsageAlertsSwitch } from "../account/usage-alerts-switch.tsx";
import { csvOf } from "../shared/csv.ts";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { saveFile } from "../shared/save-file.ts";
import { useFilters } from "../shared/use-filters.ts";
import { daysLeft, periodsBack, spellPeriod } from "./period.ts";
import { spellSpan } from "./time-zone.ts";
import { usageQuery } from "./usage-query.ts";
import { useTeam, useTeamId } from "./use-team.ts";

export const meta = () => pageMeta({ title: "Plan and usage", indexed: false });

type Answer = InternalRoutes["GET /internal/teams/{teamId}/usage"]["returns"];

const planNames: Readonly<Record<PlanId, string>> = {
  Free: "Free",
  Pro_2024_05: "Pro",
  Enterprise: "Enterprise",
  SelfHosted: "Self-hosted",
};

const planSentences: Readonly<Record<PlanId, string>> = {
  Free: "For evaluation and small projects, within the included limits.",
  Pro_2024_05: "Active users beyond the included number are billed by usage.",
  Enterprise: "Limits and pricing follow your agreement.",
  SelfHosted: "Your own server, without usage limits.",
};

/** The plan of a team and its usage. Owners can ask for another plan. */
export default function BillingPage() {
  const teamId = useTeamId();
  const { data: team } = useTeam();
  const { values, set } = useFilters(["period"]);
  const usage = useQuery(usageQuery(teamId, values.period === "" ? undefined : values.period));
  const owner = team?.role === "owner";
  return (
    <>
      <PageHead title="Plan and usage">Your team's plan and usage.</PageHead>
      {team && (
        <Card className="mb-8 flex flex-wrap items-center justify-between gap-4">
          <div>
            <p className="text-xs text-faint">Plan</p>
            <p className="font-display text-2xl">{planNames[team.plan]}</p>
            <p className="mt-1 text-sm text-muted">{planSentences[team.plan]}</p>
          </div>
          {owner ? (
            <ButtonLink to="/contact" variant={team.plan === "Free" ? "primary" : "secondary"}>
              {team.plan === "Free" ? "Contact us to upgrade" : "Contact us"}
            </ButtonLink>
          ) : (
            <p className="text-sm text-muted">Only team owners can change the plan.</p>
          )}
        </Card>
      )}
      {owner && team && <UpgradePanel plan={team.plan} />}
      <section aria-labelledby="usage">
        <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
          <h2 id="usage" className="text-xl">
            Usage
          </h2>
          {team && team.plan !== "Enterprise" && (
            <div className="flex flex-wrap items-center gap-2">
              <div className="w-44">
                <Select
                  aria-label="Period"
                  options={periodsBack(new Date(), 12).map((period) => ({ value: period, label: spellPeriod(period) }))}
                  value={values.period === "" ? periodsBack(new Date(), 1)[0]! : values.period}
                  onValueChange={(period) => set({ period })}
                />
              </div>
              <Button disabled={!usage.data} onClick={() => usage.data && download(usage.data)}>
                <Download className="size-4" aria-hidden />
                CSV
              </Button>
            </div>
          )}
        </div>
        <Loaded query={usage} skeleton={<MeterSkeletons />}>
          {(answer) => <UsageOf answer={answer} teamId={teamId} timeZone={team?.timeZone ?? "UTC"} />}
        </Loaded>
      </section>
      <section aria-labelledby="invoices" className="mt-10">
        <h2 id="invoices" className="mb-3 text-xl">
          Invoices
        </h2>
        <p className="max-w-prose text-sm text-muted">
          This server doesn't process payments. Ask its operator about prices.
        </p>
      </section>
    </>
  );
}

function UsageOf({ answer, teamId, timeZone }: { answer: Answer; teamId: string; timeZone: string }) {
  const { usage, projects, publicAccess, history } = answer;
  if (!showsMeters(usage.plan) && usage.plan !== "SelfHosted")
    return <p className="text-muted">Your agreement describes your usage.</p>;
  const left = daysLeft(usage.periodEnd, new Date());
  return (
    <div className="flex flex-col gap-10">
      <Card>
        <UsageMeters measures={usageMeasures(usage, publicAccess)} />
        <p className="mt-7 border-t border-line pt-4 text-xs text-muted">
          {spellSpan(usage.periodStart, usage.periodEnd, timeZone)}
          {left > 0 ? ` · resets in ${countOf(left, "day")}` : ""}
        </p>
        {showsMeters(usage.plan) && (
          <div className="mt-4 border-t border-line pt-4">
            <UsageAlertsSwitch teamId={teamId} />
          </div>
        )}
      </Card>
      <section aria-labelledby="history">
        <h3 id="history" className="mb-4 text-lg">
          Active users by month
        </h3>
        <History history={history} period={usage.periodStart.slice(0, 7)} />
      </section>
      <section aria-labelledby="by-project">
        <h3 id="by-project" className="mb-4 text-lg">
          By project
        </h3>
        {projects.length === 0 ? (
          <p className="text-sm text-muted">The team has no projects yet.</p>
        ) : (
          <Table caption="Usage by project" stacked>
            <thead>
              <Row>
                <HeaderCell>Project</HeaderCell>
                <HeaderCell>Active users</HeaderCell>
                <HeaderCell>Anonymous</HeaderCell>
                <HeaderCell>Peak in a room</HeaderCell>
                <HeaderCell>Text editor</HeaderCell>
                <HeaderCell>Sync engine</HeaderCell>
              </Row>
            </thead>
            <tbody>
              {projects.map((project) => (
                <Row key={project.id}>
                  <HeaderCell scope="row">{project.displayName}</HeaderCell>
                  <Cell label="Active users" className="tabular-nums">
                    {formatCount(project.activeUsers)}
                  </Cell>
                  <Cell label="Anonymous" className="tabular-nums">
                    {formatCount(project.anonymousConnections)}
                  </Cell>
                  <Cell label="Peak in a room" className="tabular-nums">
                    {formatCount(project.peakRoomConnections)}
                  </Cell>
                  <Cell label="Text editor" className="tabular-nums">
                    {formatBytes(project.textEditorBytes)}
                  </Cell>
                  <Cell label="Sync engine" className="tabular-nums">
                    {formatBytes(project.customAppBytes)}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </section>
    </div>
  );
}

/** Twelve months as bars; each leads to its own usage. */
function History({ history, period: shown }: { history: Answer["history"]; period: string }) {
  const most = Math.max(1, ...history.map(({ activeUsers }) => activeUsers));
  const { pathname } = useLocation();
  return (
    <ol className="flex h-40 items-stretch gap-0.5 rounded-lg border border-line bg-surface p-3 sm:gap-1.5 sm:p-4">
      {history.map(({ period, activeUsers }) => (
        <li key={period} className="flex min-w-0 flex-1">
          <Link
            to={`${pathname}?${new URLSearchParams({ period }).toString()}`}
            preventScrollReset
            aria-current={period === shown ? "true" : undefined}
            className="flex min-w-0 flex-1 flex-col items-center justify-end gap-1.5 rounded-md py-1 hover:bg-hover aria-[current]:bg-hover"
          >
            <span className="sr-only">{`${spellPeriod(period)}: ${countOf(activeUsers, "active user")}`}</span>
            <span aria-hidden className="text-2xs text-muted tabular-nums">
              {formatCount(activeUsers)}
            </span>
            <span
              className={`w-full max-w-10 rounded-t-sm ${activeUsers === 0 ? "bg-line" : "bg-accent-solid"}`}
              style={{ height: `max(2px, ${(activeUsers / most) * 65}%)` }}
            />
            <span aria-hidden className="max-w-full truncate text-2xs text-faint">
              {spellPeriod(period).slice(0, 3)}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

const listed = new Intl.ListFormat("en");

const wishes = [
  ["withComments", "Comments"],
  ["withNotifications", "Notifications"],
  ["withMultiplayerEditing", "Multiplayer editing"],
  ["withTextEditor", "Text editor"],
] as const;

/** Plans as addresses call them. */
const askedPlans: Readonly<Record<string, PlanId>> = { pro: "Pro_2024_05", enterprise: "Enterprise", free: "Free" };

/** What a link to this page asked for: a plan and features, read from the address. */
function UpgradePanel({ plan: present }: { plan: PlanId }) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get("planType");
  if (asked === null) return null;
  const plan = askedPlans[asked.toLowerCase()];
  const features = wishes.filter(([name]) => search.get(name) === "true").map(([, label]) => label);
  const settled =
    present === "SelfHosted"
      ? "A self-hosted server includes every feature and has no usage limits. Its operator sets the plan of its teams."
      : plan === present
        ? `The team is already on the ${planNames[present]} plan.`
        : undefined;
  const wish = features.length === 0 ? "" : `You asked for ${listed.format(features)}. `;
  const dismiss = () =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const name of ["planType", ...wishes.map(([wished]) => wished)]) next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Card className="mb-8 border-accent-line! bg-accent-soft!">
      <h2 className="text-lg">
        {settled === undefined
          ? `Change to ${plan === undefined ? "another plan" : planNames[plan]}`
          : "No change needed"}
      </h2>
      <p className="mt-1 text-sm text-muted">{settled ?? `${wish}Contact us to change your plan.`}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        {settled === undefined && (
          <ButtonLink to="/contact" variant="primary">
            Contact us
          </ButtonLink>
        )}
        <Button variant={settled === undefined ? "ghost" : "secondary"} onClick={dismiss}>
          {settled === undefined ? "Not now" : "Close"}
        </Button>
      </div>
    </Card>
  );
}

function MeterSkeletons() {
  return (
    <Card className="grid gap-x-10 gap-y-7 md:grid-cols-2" role="status" aria-label="Loading">
      {Array.from({ length: 9 }, (_, meter) => (
        <Skeleton key={meter} className="h-14" />
      ))}
    </Card>
  );
}

function download({ usage, projects, publicAccess }: Answer): void {
  const totals = usageMeasures(usage, publicAccess).map(({ label, meter, unit }) => [
    "Team",
    label,
    meterText(meter, unit),
  ]);
  const each = projects.flatMap((project) => [
    [project.displayName, "Monthly active users", project.activeUsers],
    [project.displayName, "Anonymous connections", project.anonymousConnections],
    [project.displayName, "Peak connections in a room", project.peakRoomConnections],
    [project.displayName, "Text editor bytes", project.textEditorBytes],
    [project.displayName, "Sync engine bytes", project.customAppBytes],
  ]);
  const period = usage.periodStart.slice(0, 7);
  saveFile(`usage-${period}.csv`, "text/csv", csvOf(["scope", "measure", "value"], [...totals, ...each]));
}
