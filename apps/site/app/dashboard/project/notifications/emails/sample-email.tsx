import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../../../shared/loaded.tsx";
import { useProject } from "../../shared/project-context.ts";
import { EmailView } from "./email-view.tsx";
import { sampleEmailQuery } from "./email-queries.ts";

/** Shown where there is no notification to make an email of. */
export function SampleEmail({ title }: { title: string }) {
  const { project } = useProject();
  const email = useQuery(sampleEmailQuery(project.displayName));
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div className="rounded-lg border border-dashed border-line-strong px-6 py-6 text-sm text-muted">
        <h2 className="mb-1 text-base text-ink">{title}</h2>
        <p className="max-w-2xl">
          Users are notified about comments in their threads, and about mentions in comments and texts. Until they read
          a notification, it can be sent as an email. This is a sample.
        </p>
      </div>
      <Loaded query={email}>{(found) => found !== null && <EmailView email={found} kind="thread" />}</Loaded>
    </div>
  );
}
