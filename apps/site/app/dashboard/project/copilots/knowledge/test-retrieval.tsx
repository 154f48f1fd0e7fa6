import { useQuery } from "@tanstack/react-query";
import { retrievalQueryLength } from "@weft/protocol/internal/form-rules";
import type { RetrievedPassage } from "@weft/protocol";
import { Search } from "lucide-react";
import { Suspense, useState } from "react";
import type { FormEvent } from "react";
import { Badge } from "../../../../ui/badge.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Card } from "../../../../ui/card.tsx";
import { Field } from "../../../../ui/field.tsx";
import { Input } from "../../../../ui/input.tsx";
import { lazyPart } from "../../../../ui/lazy-part.tsx";
import { Loaded } from "../../../shared/loaded.tsx";
import { useProject } from "../../shared/project-context.ts";
import { passagesQuery } from "./knowledge-queries.ts";

// Passages are Markdown.
const Markdown = lazyPart(() => import("../../../../ui/markdown.tsx").then((m) => ({ default: m.Markdown })));

export interface TestRetrievalProps {
  copilotId: string;
  /** Opens a source, if it is on the page of the list that is shown. */
  onOpen: (sourceId: string) => void;
  canOpen: (sourceId: string) => boolean;
}

/** Shows what a copilot would find in its knowledge for a query. */
export function TestRetrieval({ copilotId, onOpen, canOpen }: TestRetrievalProps) {
  const { project } = useProject();
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState("");
  const query = useQuery({ ...passagesQuery(project.id, copilotId, asked), enabled: asked !== "" });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = typed.trim();
    if (next === asked) void query.refetch();
    else setAsked(next);
  };
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg">Test retrieval</h2>
        <p className="mt-1 text-sm text-muted">
          Search the knowledge as the copilot does. The best passages come first.
        </p>
      </div>
      <form className="flex flex-wrap items-end gap-3" role="search" onSubmit={submit}>
        <Field label="Query" className="min-w-56 flex-1">
          <Input value={typed} onChange={(event) => setTyped(event.target.value)} maxLength={retrievalQueryLength} />
        </Field>
        <Button type="submit" disabled={typed.trim() === ""} busy={query.isFetching}>
          <Search className="size-4" aria-hidden />
          Search
        </Button>
      </form>
      {asked !== "" && (
        <Loaded query={query}>
          {({ passages }) =>
            passages.length === 0 ? (
              <p className="text-sm text-muted" role="status">
                No passages found.
              </p>
            ) : (
              <ol className="flex flex-col divide-y divide-line" aria-label="Passages">
                {passages.map((passage, index) => (
                  <li key={index} className="py-4 first:pt-0 last:pb-0">
                    <Passage
                      passage={passage}
                      onOpen={canOpen(passage.sourceId) ? () => onOpen(passage.sourceId) : undefined}
                    />
                  </li>
                ))}
              </ol>
            )
          }
        </Loaded>
      )}
    </Card>
  );
}

function Passage({
  passage: { title, headings, text, url, score },
  onOpen,
}: {
  passage: RetrievedPassage;
  onOpen: (() => void) | undefined;
}) {
  return (
    <article className="flex flex-col gap-1.5">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 text-sm font-medium wrap-anywhere">
          {url !== null ? (
            <a href={url} target="_blank" rel="noreferrer" className="link">
              {title}
            </a>
          ) : onOpen ? (
            <button type="button" onClick={onOpen} className="link rounded-sm text-left">
              {title}
            </button>
          ) : (
            title
          )}
        </h3>
        <Badge>Score {score.toFixed(2)}</Badge>
      </div>
      {headings.length > 0 && <p className="text-xs text-muted wrap-anywhere">{headings.join(" › ")}</p>}
      {url !== null && <p className="truncate text-xs text-faint">{url}</p>}
      <div
        className="max-h-48 overflow-y-auto text-sm wrap-anywhere"
        tabIndex={0}
        role="group"
        aria-label={`Text of ${title}`}
      >
        <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
          <Markdown>{text}</Markdown>
        </Suspense>
      </div>
    </article>
  );
}
