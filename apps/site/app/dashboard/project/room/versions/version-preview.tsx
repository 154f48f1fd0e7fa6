import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { formatBytes } from "../../../../formats/bytes.ts";
import { Button } from "../../../../ui/button.tsx";
import { Card } from "../../../../ui/card.tsx";
import { Loaded } from "../../../shared/loaded.tsx";
import { fileNameOf, saveFile } from "../../../shared/save-file.ts";
import type { VersionBody } from "../../shared/room-body.ts";
import { StorageTreeView } from "../storage/storage-tree-view.tsx";
import { childCount, rootEntry } from "../storage/storage-tree.ts";
import { RichPreview } from "../yjs/rich-preview.tsx";
import { rootText } from "./version-text.ts";
import { versionContents } from "./version-contents.ts";

export interface VersionPreviewProps {
  projectId: string;
  roomId: string;
  version: VersionBody;
}

const nothing: ReadonlySet<string> = new Set();
/** Nothing of a version can be changed. */
const readOnly = { onEdit() {}, onInsert() {}, onRemove() {}, onMove() {}, onOpenFile() {} };

/** What a version holds. */
export function VersionPreview({ projectId, roomId, version }: VersionPreviewProps) {
  const query = useQuery(versionContents(projectId, roomId, version.id));
  return (
    <Loaded query={query}>
      {({ bytes, roots, rich, storage }) => {
        const names = Object.keys(roots);
        const file = `${fileNameOf(roomId)}-${version.id}`;
        return (
          <div className="flex min-w-0 flex-col gap-5">
            <Card className="min-w-0 p-0!">
              <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
                <h2 className="text-base">Yjs document</h2>
                <span className="flex items-center gap-3 text-xs text-muted">
                  {formatBytes(bytes.length)}
                  <Button size="sm" onClick={() => saveFile(`${file}.ydoc`, bytes, "application/octet-stream")}>
                    <Download className="size-4" aria-hidden />
                    Download
                  </Button>
                </span>
              </div>
              {names.length === 0 && (
                <p className="px-5 py-8 text-sm text-muted">The Yjs document was empty in this version.</p>
              )}
              {names.map((name) => (
                <section key={name} aria-label={name} className="border-b border-line px-5 py-4 last:border-0">
                  <h3 className="mb-2 font-mono text-xs text-accent">{name}</h3>
                  {rich[name] ? (
                    <RichPreview nodes={rich[name]} />
                  ) : (
                    <pre tabIndex={0} className="max-h-96 overflow-auto text-xs leading-5 whitespace-pre-wrap">
                      {rootText(roots[name]!)}
                    </pre>
                  )}
                </section>
              ))}
            </Card>
            <Card className="min-w-0 p-0!">
              <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
                <h2 className="text-base">Storage</h2>
                <Button
                  size="sm"
                  onClick={() => saveFile(`${file}.json`, JSON.stringify(storage, null, 2), "application/json")}
                >
                  <Download className="size-4" aria-hidden />
                  Download Storage
                </Button>
              </div>
              {childCount(rootEntry(storage)) === 0 ? (
                <p className="px-5 py-8 text-sm text-muted">Storage was empty in this version.</p>
              ) : (
                <StorageTreeView
                  document={storage}
                  search=""
                  changed={nothing}
                  turn={0}
                  editing={false}
                  actions={readOnly}
                />
              )}
            </Card>
          </div>
        );
      }}
    </Loaded>
  );
}
