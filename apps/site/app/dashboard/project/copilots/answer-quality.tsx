import { answerFailures } from "@weft/protocol/ai";
import { formatCount } from "../../../formats/count.ts";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { answersOf } from "./answer-statistics.ts";
import type { CopilotMonth } from "./copilot-queries.ts";
import { formatDuration } from "./playground/measure-text.ts";

/** How long the answers of each copilot took, and why answers failed. */
export function AnswerQuality({ copilots }: { copilots: CopilotMonth["copilots"] }) {
  const { timed, failures } = answersOf(copilots);
  return (
    <>
      {timed.length > 0 && (
        <div className="flex flex-col gap-3">
          <h3 className="text-base">Response times</h3>
          <Table caption="Response times" stacked>
            <thead>
              <Row>
                <HeaderCell>Copilot</HeaderCell>
                <HeaderCell className="text-right!">Answers</HeaderCell>
                <HeaderCell className="text-right!">First token, median</HeaderCell>
                <HeaderCell className="text-right!">Median</HeaderCell>
                <HeaderCell className="text-right!">95th percentile</HeaderCell>
                <HeaderCell className="text-right!">99th percentile</HeaderCell>
              </Row>
            </thead>
            <tbody>
              {timed.map(({ id, name, latency }) => (
                <Row key={id}>
                  <HeaderCell scope="row" className="max-w-md truncate">
                    {name}
                  </HeaderCell>
                  <Cell label="Answers" className="text-right tabular-nums">
                    {formatCount(latency.answers)}
                  </Cell>
                  {[
                    ["First token, median", latency.firstTokenMedianMs] as const,
                    ["Median", latency.medianMs] as const,
                    ["95th percentile", latency.p95Ms] as const,
                    ["99th percentile", latency.p99Ms] as const,
                  ].map(([label, ms]) => (
                    <Cell key={label} label={label} className="text-right whitespace-nowrap tabular-nums">
                      {ms === null ? "—" : formatDuration(ms)}
                    </Cell>
                  ))}
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      {failures.length > 0 && (
        <div className="flex flex-col gap-3">
          <h3 className="text-base">Errors by code</h3>
          <Table caption="Errors by code" stacked>
            <thead>
              <Row>
                <HeaderCell>Code</HeaderCell>
                <HeaderCell>Copilot</HeaderCell>
                <HeaderCell className="text-right!">Answers</HeaderCell>
              </Row>
            </thead>
            <tbody>
              {failures.map(({ id, name, reason, answers }) => (
                <Row key={`${id} ${reason}`}>
                  <HeaderCell scope="row">
                    <code className="text-xs">{reason}</code>
                    <span className="block font-normal whitespace-normal text-muted">{answerFailures[reason]}.</span>
                  </HeaderCell>
                  <Cell label="Copilot" className="max-w-xs truncate">
                    {name}
                  </Cell>
                  <Cell label="Answers" className="text-right tabular-nums">
                    {formatCount(answers)}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </>
  );
}
