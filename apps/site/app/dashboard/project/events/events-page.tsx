import { pageMeta } from "../../../shell/page-meta.ts";
import type { EarlyQuery } from "../../frame/use-early-queries.ts";
import { PageHead } from "../../shared/page-head.tsx";
import { readFilters } from "../../shared/use-filters.ts";
import { EventsLog } from "./events-log.tsx";
import { eventFilters, eventsQuery } from "./events-query.ts";

export const meta = () => pageMeta({ title: "Events", indexed: false });

export const handle: EarlyQuery = {
  earlyQuery: ({ projectId = "" }, search) => eventsQuery(projectId, readFilters(eventFilters, search)),
};

export default function EventsPage() {
  return (
    <>
      <PageHead title="Events">Activity in this project's rooms.</PageHead>
      <EventsLog />
    </>
  );
}
