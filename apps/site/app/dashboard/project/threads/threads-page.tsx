import { Link } from "react-router";
import { pageMeta } from "../../../shell/page-meta.ts";
import type { EarlyQuery } from "../../frame/use-early-queries.ts";
import { PageHead } from "../../shared/page-head.tsx";
import { threadsQuery } from "./thread-queries.ts";
import { shownThreads, ThreadsList } from "./threads-list.tsx";

export const meta = () => pageMeta({ title: "Threads", indexed: false });

export const handle: EarlyQuery = {
  earlyQuery: ({ projectId = "" }, search) => threadsQuery(projectId, shownThreads(search)),
};

export default function ThreadsPage() {
  return (
    <>
      <PageHead title="Threads">
        Comments by your users in all rooms of this project.{" "}
        <Link to="/docs/ready-made-features/comments" className="link">
          About comments
        </Link>
      </PageHead>
      <ThreadsList />
    </>
  );
}
