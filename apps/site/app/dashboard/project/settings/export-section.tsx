import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router";
import { request } from "../../../api/request.ts";
import { Button } from "../../../ui/button.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { SettingsSection } from "../../shared/settings-section.tsx";
import { useProject } from "../shared/project-context.ts";
import { ExportRow } from "./export-row.tsx";
import { exportsQuery, isUnderWay } from "./exports-query.ts";

/** Everything of a project as one file, made in the background. */
export function ExportSection() {
  const { project, owner } = useProject();
  const client = useQueryClient();
  const marked = useSearchParams()[0].get("export");
  const here = useRef<HTMLDivElement>(null);
  const exports = useQuery(exportsQuery(project.id));
  const ask = useMutation({
    mutationFn: () => request("POST /internal/projects/{projectId}/exports", { path: { projectId: project.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: exportsQuery(project.id).queryKey }),
  });
  const ready = exports.isSuccess;
  useEffect(() => {
    if (marked !== null && ready) here.current?.scrollIntoView({ block: "center" });
  }, [marked, ready]);
  const busy = exports.data?.some(isUnderWay) ?? false;
  return (
    <div ref={here} id="export" className="scroll-mt-32">
      <SettingsSection
        title="Export"
        about={
          <>
            Download all rooms with their metadata, permissions, Storage, documents, threads, feeds and version lists,
            and the project&apos;s users, groups, inboxes and settings, as one zip file.{" "}
            <Link className="link" to="/docs/platform/data-storage#export">
              What&apos;s included
            </Link>
          </>
        }
      >
        <Button
          className="self-start"
          disabled={!owner || busy}
          busy={ask.isPending}
          title={busy ? "An export is in progress." : undefined}
          onClick={() => ask.mutate()}
        >
          Export everything
        </Button>
        {!owner && <p className="text-sm text-muted">Only team owners can export a project.</p>}
        {ask.isError && (
          <p role="alert" className="text-sm text-danger">
            {ask.error.message}
          </p>
        )}
        <Loaded query={exports}>
          {(list) =>
            list.length > 0 && (
              <ul aria-label="Exports" className="overflow-hidden rounded-md border border-line">
                {list.map((one) => (
                  <ExportRow key={one.id} projectId={project.id} one={one} marked={one.id === marked} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </SettingsSection>
    </div>
  );
}
