import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { formatBytes } from "../../../../formats/bytes.ts";
import { Button } from "../../../../ui/button.tsx";
import { Card } from "../../../../ui/card.tsx";
import { gatewayBytes, roomPath } from "../../shared/gateway.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import type { VersionBody } from "../../shared/room-body.ts";
import { fileNameOf, saveFile } from "../../../shared/save-file.ts";
import { indentMarkup, rootKind } from "../yjs/root-kind.ts";

/** What a version holds. */
export function VersionPreview({
  projectId,
  roomId,
  version,
}: {
  projectId: string;
  roomId: string;
  version: VersionBody;
}) {
  const query = useQuery({
    queryKey: ["project", projectId, "room", roomId, "version", version.id],
    queryFn: async ({ signal }) => {
      const [bytes, { documentFacts }] = await Promise.all([
        gatewayBytes(projectId, `${roomPath(roomId)}/versions/${encodeURIComponent(version.id)}/yjs`, signal),
        import("../yjs/document-facts.ts"),
      ]);
      return { bytes: bytes as Uint8Array<ArrayBuffer>, roots: documentFacts(bytes).roots };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Card className="min-w-0 p-0!">
      <Loaded query={query}>
        {({ bytes, roots }) => {
          const names = Object.keys(roots);
          return (
            <>
              <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
                <h2 className="text-base">Text as it was</h2>
                <span className="flex items-center gap-3 text-xs text-muted">
                  {formatBytes(bytes.length)}
                  <Button
                    size="sm"
                    onClick={() =>
                      saveFile(`${fileNameOf(roomId)}-${version.id}.ydoc`, bytes, "application/octet-stream")
                    }
                  >
                    <Download className="size-4" aria-hidden />
                    Download
                  </Button>
                </span>
              </div>
              {names.length === 0 && (
                <p className="px-5 py-8 text-sm text-muted">The Yjs document was empty at that moment.</p>
              )}
              {names.map((name) => {
                const value = roots[name]!;
                return (
                  <section key={name} aria-label={name} className="border-b border-line px-5 py-4 last:border-0">
                    <h3 className="mb-2 font-mono text-xs text-accent">{name}</h3>
                    <pre tabIndex={0} className="max-h-96 overflow-auto text-xs leading-5 whitespace-pre-wrap">
                      {typeof value !== "string"
                        ? JSON.stringify(value, null, 2)
                        : rootKind(value) === "xml"
                          ? indentMarkup(value)
                          : value}
                    </pre>
                  </section>
                );
              })}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}
