import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Pagination } from "../../../../ui/pagination.tsx";
import { RelativeTime } from "../../../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../../ui/table.tsx";
import { Loaded } from "../../../shared/loaded.tsx";
import { pageNumber, stepBack, stepOn } from "../../rooms/cursor-trail.ts";
import { useProject } from "../../shared/project-context.ts";
import { KnowledgeState } from "./knowledge-state.tsx";
import { linksQuery } from "./knowledge-queries.ts";
import type { WebSourceBody } from "./knowledge-queries.ts";

/** The pages of a web source, and how each was read. */
export function LinkList({ copilotId, source }: { copilotId: string; source: WebSourceBody }) {
  const { project } = useProject();
  const [place, setPlace] = useState({ cursor: "", back: "" });
  const links = useQuery(linksQuery(project.id, copilotId, source, place.cursor));
  const before = stepBack(place);
  const nextCursor = links.data?.nextCursor ?? null;
  return (
    <div className="flex flex-col gap-4">
      {source.errorMessage !== undefined && <p className="text-sm text-danger">{source.errorMessage}</p>}
      <Loaded query={links}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-sm text-muted">
              {source.status === "ingesting" ? "No pages found yet." : "No pages found."}
            </p>
          ) : (
            <Table caption="Pages" stacked>
              <thead>
                <Row>
                  <HeaderCell>URL</HeaderCell>
                  <HeaderCell>Status</HeaderCell>
                  <HeaderCell>Read</HeaderCell>
                </Row>
              </thead>
              <tbody>
                {data.map((link) => (
                  <Row key={link.id}>
                    <HeaderCell scope="row" className="max-w-80">
                      <a href={link.url} target="_blank" rel="noreferrer" className="link block truncate text-xs">
                        {link.url}
                      </a>
                    </HeaderCell>
                    <Cell label="Status">
                      <KnowledgeState status={link.status} />
                    </Cell>
                    <Cell label="Read" className="whitespace-nowrap">
                      {link.status === "ingesting" ? "" : <RelativeTime at={link.lastIndexedAt} />}
                    </Cell>
                  </Row>
                ))}
              </tbody>
            </Table>
          )
        }
      </Loaded>
      {(before !== undefined || nextCursor !== null) && (
        <Pagination
          label="Pages in this source"
          position={`Page ${pageNumber(place)}`}
          onPrevious={before && (() => setPlace(before))}
          onNext={nextCursor === null ? undefined : () => setPlace(stepOn(place, nextCursor))}
          busy={links.isPlaceholderData}
        />
      )}
    </div>
  );
}
