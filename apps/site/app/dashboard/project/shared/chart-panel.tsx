import { ChartLine, Download, Maximize2, Table2 } from "lucide-react";
import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatCount } from "../../../formats/count.ts";
import { Card } from "../../../ui/card.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { ChartLegend } from "./chart-legend.tsx";
import { csvOf } from "../../shared/csv.ts";
import { fileNameOf, saveFile } from "../../shared/save-file.ts";
import { isFlat, rowsOfSeries } from "./series.ts";
import type { SeriesData } from "./series.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";

const LineChart = lazyPart(() => import("./line-chart.tsx").then((m) => ({ default: m.LineChart })));

export interface ChartPanelProps {
  title: string;
  /** What is counted, in a sentence. */
  children?: ReactNode;
  data: SeriesData;
  formatTime: (time: string) => string;
  /** The docs on how the number is made. */
  docs?: string;
  /** What is said over a line that is flat. */
  flat?: string;
  /** Draws the numbers otherwise than as lines, so high. */
  draw?: (height: number) => ReactNode;
  /** Instead of the legend of lines. */
  legend?: ReactNode;
  /** Buttons under the chart. */
  actions?: ReactNode;
}

/** A chart with its numbers: as lines, as a table, as a file, or as large as the window. */
export function ChartPanel({
  title,
  children,
  data,
  formatTime,
  docs,
  flat = "No data for this period",
  draw,
  legend = <ChartLegend series={data.series} />,
  actions,
}: ChartPanelProps) {
  const [view, setView] = useState<"chart" | "table">("chart");
  const [large, setLarge] = useState(false);
  const names = data.series.map(({ name }) => name);
  const chart = (height: number) => (
    <Suspense fallback={<div style={{ height }} />}>
      <div className="relative">
        {draw?.(height) ?? (
          <LineChart data={data} label={`${title}: ${names.join(", ")}`} formatTime={formatTime} height={height} />
        )}
        {isFlat(data) && (
          <p className="pointer-events-none absolute inset-x-0 top-1/3 text-center text-sm text-muted">
            <span className="bg-surface px-3">{flat}</span>
          </p>
        )}
      </div>
    </Suspense>
  );
  return (
    <Card className="grid min-w-0 grid-rows-[minmax(3.75rem,auto)_auto_1fr] gap-4 p-5!">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 className="text-base">{title}</h2>
          {children && (
            <p className="text-xs text-muted">
              {children}{" "}
              {docs && (
                <Link to={docs} className="link">
                  How it&apos;s counted
                </Link>
              )}
            </p>
          )}
        </div>
        <div className="-mt-1 -mr-2 flex">
          <IconButton
            size="sm"
            name={view === "chart" ? `${title} as a table` : `${title} as a chart`}
            onClick={() => setView(view === "chart" ? "table" : "chart")}
          >
            {view === "chart" ? (
              <Table2 className="size-4" aria-hidden />
            ) : (
              <ChartLine className="size-4" aria-hidden />
            )}
          </IconButton>
          <IconButton
            size="sm"
            name={`Download ${title} as CSV`}
            onClick={() =>
              saveFile(
                `${fileNameOf(title.toLowerCase())}.csv`,
                csvOf(["time", ...names], rowsOfSeries(data)),
                "text/csv",
              )
            }
          >
            <Download className="size-4" aria-hidden />
          </IconButton>
          <IconButton size="sm" name={`Enlarge ${title}`} onClick={() => setLarge(true)}>
            <Maximize2 className="size-4" aria-hidden />
          </IconButton>
        </div>
      </div>
      {view === "chart" ? (
        chart(200)
      ) : (
        <div className="max-h-[200px] overflow-y-auto" tabIndex={0} role="region" aria-label={`${title}: numbers`}>
          <Table caption={title}>
            <thead>
              <Row>
                <HeaderCell>Time</HeaderCell>
                {names.map((name) => (
                  <HeaderCell key={name} className="text-right!">
                    {name}
                  </HeaderCell>
                ))}
              </Row>
            </thead>
            <tbody>
              {rowsOfSeries(data).map(([time, ...values]) => (
                <Row key={time}>
                  <Cell className="py-1.5! whitespace-nowrap">{formatTime(String(time))}</Cell>
                  {values.map((value, index) => (
                    <Cell key={names[index]} className="py-1.5! text-right font-mono text-xs tabular-nums">
                      {formatCount(Number(value))}
                    </Cell>
                  ))}
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        {legend}
        {actions}
      </div>
      <Dialog size="lg" title={title} open={large} onOpenChange={setLarge}>
        <div className="flex flex-col gap-4">
          {large && chart(420)}
          {legend}
        </div>
      </Dialog>
    </Card>
  );
}

/** The shape of a panel that is on its way. */
export function ChartPanelSkeleton() {
  return (
    <Card className="flex flex-col gap-4 p-5!">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-[200px] w-full" />
    </Card>
  );
}
