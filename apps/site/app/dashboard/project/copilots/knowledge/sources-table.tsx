import { RotateCw, Trash2 } from "lucide-react";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { RelativeTime } from "../../../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../../ui/table.tsx";
import { KnowledgeState } from "./knowledge-state.tsx";
import type { SourceBody } from "./knowledge-queries.ts";
import { canReindex, sourceKind, sourceName } from "./source-text.ts";

export interface SourcesTableProps {
  sources: readonly SourceBody[];
  onOpen: (source: SourceBody) => void;
  onReindex: (source: SourceBody) => void;
  onDelete: (source: SourceBody) => void;
}

export function SourcesTable({ sources, onOpen, onReindex, onDelete }: SourcesTableProps) {
  return (
    <Table caption="Knowledge sources" stacked>
      <thead>
        <Row>
          <HeaderCell>Source</HeaderCell>
          <HeaderCell>Type</HeaderCell>
          <HeaderCell>Status</HeaderCell>
          <HeaderCell>Last read</HeaderCell>
          <HeaderCell>
            <span className="sr-only">Actions</span>
          </HeaderCell>
        </Row>
      </thead>
      <tbody>
        {sources.map((source) => (
          <Row key={source.id}>
            <HeaderCell scope="row" className="max-w-md">
              <button
                type="button"
                title={sourceName(source)}
                className="block max-w-full truncate rounded-sm text-left underline-offset-4 hover:underline"
                onClick={() => onOpen(source)}
              >
                {sourceName(source)}
              </button>
              {source.errorMessage !== undefined && (
                <span className="block font-normal whitespace-normal text-danger">{source.errorMessage}</span>
              )}
            </HeaderCell>
            <Cell label="Type" className="whitespace-nowrap">
              {sourceKind(source)}
            </Cell>
            <Cell label="Status">
              <KnowledgeState status={source.status} />
            </Cell>
            <Cell label="Last read" className="whitespace-nowrap">
              {source.status === "ingesting" ? (
                <span className="text-muted">—</span>
              ) : (
                <RelativeTime at={source.lastIndexedAt} />
              )}
            </Cell>
            <Cell className="text-right whitespace-nowrap as-card:justify-end">
              {canReindex(source) && (
                <IconButton name={`Re-index ${sourceName(source)}`} size="sm" onClick={() => onReindex(source)}>
                  <RotateCw className="size-4" aria-hidden />
                </IconButton>
              )}
              <IconButton name={`Delete ${sourceName(source)}`} size="sm" onClick={() => onDelete(source)}>
                <Trash2 className="size-4" aria-hidden />
              </IconButton>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
