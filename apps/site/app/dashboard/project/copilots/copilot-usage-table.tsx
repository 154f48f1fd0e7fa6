import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { formatCount } from "../../../formats/count.ts";
import { Select } from "../../../ui/select.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { AnswerQuality } from "./answer-quality.tsx";
import { periodsBack, spellPeriod } from "../../team/period.ts";
import { useProject } from "../shared/project-context.ts";
import { copilotMonthQuery } from "./copilot-queries.ts";
import type { CopilotMonth } from "./copilot-queries.ts";

const monthsShown = 12;

/** What each copilot has used in a month. */
export function CopilotUsageTable() {
  const { project, base } = useProject();
  const filters = useFilters(["month"]);
  const months = periodsBack(new Date(), monthsShown);
  const month = months.find((one) => one === filters.values.month) ?? months[0]!;
  const query = useQuery(copilotMonthQuery(project.id, month));
  return (
    <section aria-labelledby="usage-by-copilot" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="usage-by-copilot" className="text-lg">
          Usage by copilot
        </h2>
        <div className="w-48">
          <Select
            aria-label="Month"
            options={months.map((value) => ({ value, label: spellPeriod(value) }))}
            value={month}
            onValueChange={(value) => filters.set({ month: value === months[0] ? null : value })}
          />
        </div>
      </div>
      <Loaded query={query}>
        {({ copilots }) =>
          copilots.length === 0 ? (
            <p className="rounded-lg border border-dashed border-line-strong px-5 py-8 text-sm text-muted">
              No usage in {spellPeriod(month)}.
            </p>
          ) : (
            <Table caption="Usage by copilot" stacked>
              <thead>
                <Row>
                  <HeaderCell>Copilot</HeaderCell>
                  <HeaderCell className="text-right!">Messages</HeaderCell>
                  <HeaderCell className="text-right!">Input tokens</HeaderCell>
                  <HeaderCell className="text-right!">Output tokens</HeaderCell>
                </Row>
              </thead>
              <tbody>
                {copilots.map((copilot) => (
                  <Row key={copilot.id}>
                    <HeaderCell scope="row" className="max-w-md truncate">
                      <CopilotName copilot={copilot} base={base} />
                    </HeaderCell>
                    <Cell label="Messages" className="text-right tabular-nums">
                      {formatCount(copilot.messages)}
                    </Cell>
                    <Cell label="Input tokens" className="text-right tabular-nums">
                      {formatCount(copilot.inputTokens)}
                    </Cell>
                    <Cell label="Output tokens" className="text-right tabular-nums">
                      {formatCount(copilot.outputTokens)}
                    </Cell>
                  </Row>
                ))}
              </tbody>
            </Table>
          )
        }
      </Loaded>
      {query.data && <AnswerQuality copilots={query.data.copilots} />}
      <p className="text-sm text-muted">
        Months are counted in UTC. Input tokens include the embeddings of a copilot&apos;s knowledge. Times are
        estimates, from the start of an answer to its end.
      </p>
    </section>
  );
}

function CopilotName({ copilot: { id, name }, base }: { copilot: CopilotMonth["copilots"][number]; base: string }) {
  if (id === null) return "Default model";
  if (name === null)
    return (
      <>
        Deleted copilot <code className="text-xs font-normal text-muted">{id}</code>
      </>
    );
  return (
    <Link to={`${base}/copilots/${encodeURIComponent(id)}`} className="underline-offset-4 hover:underline">
      {name}
    </Link>
  );
}
