import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { countOf, formatCount } from "../../../formats/count.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { toast } from "../../../ui/toast.ts";
import { fileNameOf, saveFile } from "../../shared/save-file.ts";
import { useProject } from "../shared/project-context.ts";
import { exportedThreads, readThreads, threadsAsCsv, threadsAsJson } from "./export-threads.ts";
import { fetchThreads } from "./thread-queries.ts";
import type { ThreadNarrowing } from "./thread-queries.ts";

const formats = [
  { value: "csv", label: "CSV" },
  { value: "json", label: "JSON" },
] as const;

/** Saves the threads of a filtered list as a file. */
export function ExportThreadsDialog({ narrowing, onClose }: { narrowing: ThreadNarrowing; onClose: () => void }) {
  const { project } = useProject();
  const [format, setFormat] = useState<"csv" | "json">("csv");
  const [found, setFound] = useState(0);
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);
  const save = useMutation({
    mutationFn: () => {
      const { signal } = (reading.current = new AbortController());
      setFound(0);
      return readThreads(
        (cursor) => fetchThreads(project.id, { ...narrowing, limit: "100", cursor }, signal),
        setFound,
      );
    },
    onSuccess: ({ threads, isCut }) => {
      const isCsv = format === "csv";
      saveFile(
        `${fileNameOf(`threads-of-${project.displayName}`.toLowerCase())}.${format}`,
        isCsv ? threadsAsCsv(threads) : threadsAsJson(threads),
        isCsv ? "text/csv" : "application/json",
      );
      toast({
        title: `${countOf(threads.length, "thread")} exported`,
        ...(isCut && { description: "The list has more threads. Narrow the filters to export the others." }),
        tone: isCut ? "neutral" : "success",
      });
      onClose();
    },
  });
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title="Export threads"
      description={`Saves the filtered list, newest first: at most ${formatCount(exportedThreads)} threads, with how each begins.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={save.isPending} onClick={() => save.mutate()}>
            Export
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SegmentedControl label="Format" options={formats} value={format} onValueChange={setFormat} />
        <p role="status" className="min-h-5 text-sm text-muted tabular-nums">
          {save.isPending && (found === 0 ? "Reading threads…" : `${countOf(found, "thread")} read…`)}
        </p>
        {save.isError && (
          <p role="alert" className="text-sm text-danger">
            {save.error.message}
          </p>
        )}
      </div>
    </Dialog>
  );
}
