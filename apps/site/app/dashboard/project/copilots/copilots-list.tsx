import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { formatCount } from "../../../formats/count.ts";
import { Pagination } from "../../../ui/pagination.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { useListKeys } from "../../shared/use-list-keys.ts";
import { pageNumber, stepBack, stepOn } from "../rooms/cursor-trail.ts";
import { useProject } from "../shared/project-context.ts";
import { choicesQuery, copilotMonthQuery, copilotsQuery, knowledgeCountsQuery } from "./copilot-queries.ts";
import { CopilotsEmpty } from "./copilots-empty.tsx";
import { CopilotsTable } from "./copilots-table.tsx";

/** The copilots of a project, page by page. */
export function CopilotsList() {
  const { project, base } = useProject();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const filters = useFilters([]);
  const place = { cursor: search.get("cursor") ?? "", back: search.get("back") ?? "" };
  const copilots = useQuery(copilotsQuery(project.id, place.cursor));
  const { data: choices } = useQuery(choicesQuery(project.id));
  const { data: knowledge } = useQuery(knowledgeCountsQuery(project.id));
  const { data: month } = useQuery(copilotMonthQuery(project.id));
  const messages = useMemo(
    () => month && new Map(month.copilots.map((copilot) => [copilot.id, copilot.messages])),
    [month],
  );
  const [at, setAt] = useState(-1);
  const list = copilots.data?.data ?? [];
  useListKeys({
    count: list.length,
    at,
    onMove: setAt,
    onOpen: (index) => void navigate(`${base}/copilots/${encodeURIComponent(list[index]!.id)}`),
    onRefresh: () => void copilots.refetch(),
  });
  const before = stepBack(place);
  const nextCursor = copilots.data?.nextCursor ?? null;
  return (
    <>
      <Loaded query={copilots}>
        {({ data }) =>
          data.length === 0 && before === undefined ? (
            <CopilotsEmpty />
          ) : (
            <div className="flex flex-col gap-4">
              <CopilotsTable copilots={data} base={base} sources={knowledge?.sources} messages={messages} at={at} />
              {(before !== undefined || nextCursor !== null) && (
                <Pagination
                  label="AI copilots"
                  position={`Page ${formatCount(pageNumber(place))}`}
                  onPrevious={before && (() => filters.set({ ...before }))}
                  onNext={nextCursor === null ? undefined : () => filters.set({ ...stepOn(place, nextCursor) })}
                  busy={copilots.isPlaceholderData}
                />
              )}
            </div>
          )
        }
      </Loaded>
      {choices && (
        <p className="mt-4 text-sm text-muted">
          {choices.hasDefaultModel
            ? "Chats without a copilot use this server’s default model."
            : "This server has no default model, so each chat needs a copilot."}
        </p>
      )}
    </>
  );
}
