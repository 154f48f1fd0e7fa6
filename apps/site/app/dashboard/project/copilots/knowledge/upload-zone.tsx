import { clsx } from "clsx";
import { FileUp, X } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { useUploads } from "./use-uploads.ts";

/** Takes files that are chosen, or dropped on it, and shows how far they are. */
export function UploadZone({ copilotId }: { copilotId: string }) {
  const input = useId();
  const [isOver, setOver] = useState(false);
  const { uploads, start, dismiss } = useUploads(copilotId);
  return (
    <div className="flex flex-col gap-3">
      <div
        className={clsx(
          "flex flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-lg border border-dashed px-4 py-5 text-sm text-muted",
          isOver ? "border-accent bg-accent-soft" : "border-line-strong",
        )}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes("Files")) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          start([...event.dataTransfer.files]);
        }}
      >
        <label htmlFor={input} className="sr-only">
          Files
        </label>
        <input
          id={input}
          type="file"
          multiple
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            start([...(target.files ?? [])]);
            target.value = "";
          }}
        />
        <Button size="sm" onClick={() => document.getElementById(input)?.click()}>
          <FileUp className="size-4" aria-hidden />
          Upload files
        </Button>
        <span>or drop them here: text, Markdown, HTML, PDF and Word documents</span>
      </div>
      {uploads.length > 0 && (
        <ul aria-label="Uploads" className="flex flex-col gap-2">
          {uploads.map(({ id, name, sent, error }) => (
            <li key={id} className="flex items-center gap-3 rounded-md border border-line bg-surface px-3 py-2 text-sm">
              <span className="min-w-0 flex-1">
                <span className="block truncate">{name}</span>
                {error === undefined ? (
                  <progress
                    aria-label={`Upload of ${name}`}
                    value={sent}
                    className="mt-1 block h-1.5 w-full accent-accent-solid"
                  />
                ) : (
                  <span role="alert" className="block text-danger">
                    {error}
                  </span>
                )}
              </span>
              {error !== undefined && (
                <IconButton name={`Dismiss ${name}`} size="sm" onClick={() => dismiss(id)}>
                  <X className="size-4" aria-hidden />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
