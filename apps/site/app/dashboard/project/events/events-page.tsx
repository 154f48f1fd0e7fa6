import { pageMeta } from "../../../shell/page-meta.ts";
import { PageHead } from "../../shared/page-head.tsx";
import { EventsLog } from "./events-log.tsx";

export const meta = () => pageMeta({ title: "Events", indexed: false });

export default function EventsPage() {
  return (
    <>
      <PageHead title="Events">Activity in this project's rooms.</PageHead>
      <EventsLog />
    </>
  );
}
