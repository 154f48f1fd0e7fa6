import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../../../shared/loaded.tsx";
import { useProject } from "../../shared/project-context.ts";
import { markdownQuery } from "./knowledge-queries.ts";
import type { FileSourceBody } from "./knowledge-queries.ts";

/** The text of a file, as it is searched. */
export function SourceMarkdown({ copilotId, source }: { copilotId: string; source: FileSourceBody }) {
  const { project } = useProject();
  const text = useQuery(markdownQuery(project.id, copilotId, source));
  if (source.status === "error") return <p className="text-sm text-danger">{source.errorMessage}</p>;
  if (source.status === "ingesting") return <p className="text-sm text-muted">The file is being read.</p>;
  return (
    <Loaded query={text}>
      {({ content }) => (
        <pre
          tabIndex={0}
          aria-label="Text"
          role="region"
          className="max-h-[60dvh] overflow-auto rounded-lg border border-line bg-sunken p-4 text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap"
        >
          {content}
        </pre>
      )}
    </Loaded>
  );
}
