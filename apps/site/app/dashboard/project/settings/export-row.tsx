import type { ProjectExport } from "@weft/protocol";
import { Download } from "lucide-react";
import { useSiteConfig } from "../../../api/use-site-config.ts";
import { formatBytes } from "../../../formats/bytes.ts";
import { formatDay } from "../../../formats/calendar-date.ts";
import { countOf, formatCount } from "../../../formats/count.ts";
import { buttonStyle } from "../../../ui/button-style.ts";
import { Meter } from "../../../ui/meter.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { isUnderWay } from "./exports-query.ts";

export interface ExportRowProps {
  projectId: string;
  one: ProjectExport;
  /** The export that an email links to. */
  marked: boolean;
}

/** An export: how far it is, or where its file is. */
export function ExportRow({ projectId, one, marked }: ExportRowProps) {
  return (
    <li
      data-marked={marked || undefined}
      className="flex flex-col gap-3 border-b border-line px-4 py-3 last:border-0 data-marked:bg-accent-soft"
    >
      {isUnderWay(one) ? (
        <Progress one={one} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="flex min-w-0 flex-1 basis-52 flex-col gap-0.5 text-sm">
            <p className="font-medium">
              {one.state === "done"
                ? `${countOf(one.roomsDone, "room")}, ${formatBytes(one.sizeBytes ?? 0)}`
                : "This export failed"}
            </p>
            {one.failure !== null && <p className="text-danger">{one.failure}</p>}
            <p className="text-xs text-muted">
              Requested <RelativeTime at={one.requestedAt} />
              {one.requestedBy !== null && ` by ${one.requestedBy}`}
              {one.state === "done" && one.expiresAt !== null && (
                <>
                  {" · available until "}
                  <time dateTime={one.expiresAt}>{formatDay(one.expiresAt)}</time>
                </>
              )}
            </p>
          </div>
          {one.state === "done" && (
            <a
              className={buttonStyle("secondary", "md")}
              href={`/internal/projects/${encodeURIComponent(projectId)}/exports/${one.id}/file`}
              download
            >
              <Download className="size-4" aria-hidden />
              Download
            </a>
          )}
        </div>
      )}
    </li>
  );
}

function Progress({ one: { state, roomsDone, roomsTotal } }: { one: ProjectExport }) {
  const mails = useSiteConfig().data?.signIn.mail ?? false;
  const known = state === "running" && roomsTotal !== null;
  const fill = known && roomsTotal > 0 ? Math.round((roomsDone / roomsTotal) * 100) : 0;
  const numbers = known ? `${formatCount(roomsDone)} / ${formatCount(roomsTotal)} rooms` : "";
  return (
    <Meter
      label={state === "waiting" ? "Waiting" : "Exporting"}
      fill={fill}
      numbers={numbers}
      valueText={known ? numbers : "Not started"}
      word={`${fill} %`}
    >
      {mails ? "You can leave this page. We'll email you when the export is ready." : "You can leave this page."}
    </Meter>
  );
}
