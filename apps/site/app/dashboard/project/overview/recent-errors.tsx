import { Link } from "react-router";
import { formatCount } from "../../../formats/count.ts";
import { Card } from "../../../ui/card.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import type { OverviewBody } from "./key-numbers.tsx";

/** What failed lately, by its code. */
export function RecentErrors({ errors, base }: { errors: OverviewBody["recentErrors"]; base: string }) {
  return (
    <Card className="flex min-w-0 flex-col p-0!">
      <h2 className="px-5 pt-3.5 pb-3 text-base">Recent errors</h2>
      {errors.length === 0 ? (
        <p className="border-t border-line px-5 py-8 text-sm text-muted">No recent errors.</p>
      ) : (
        <ul className="border-t border-line">
          {errors.map(({ code, count, lastAt }) => (
            <li key={code} className="flex items-center gap-3 border-b border-line px-5 py-2.5 text-sm last:border-0">
              <span className="min-w-0 flex-1 truncate font-mono text-xs">
                {isDocumented(code) ? (
                  <Link to={`/docs/errors/${code}`} className="link">
                    {code}
                  </Link>
                ) : (
                  `Closed with ${code}`
                )}
              </span>
              <span className="figures text-xs">{formatCount(count)}×</span>
              <RelativeTime at={lastAt} className="text-xs text-muted" />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-auto border-t border-line px-5 py-3 text-sm">
        <Link to={`${base}/logs?status=4xx`} className="link">
          Request logs
        </Link>
      </div>
    </Card>
  );
}

/** Codes of the catalogue have a page; a bare number is a close code of the socket. */
function isDocumented(code: string): boolean {
  return !/^\d+$/.test(code);
}
