import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Json } from "@weft/protocol";
import { Download } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { formatBytes } from "../../../../formats/bytes.ts";
import { countOf, formatCount } from "../../../../formats/count.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Card } from "../../../../ui/card.tsx";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { Field } from "../../../../ui/field.tsx";
import { Select } from "../../../../ui/select.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../../ui/table.tsx";
import { formatClockMs } from "../../../shared/clock-time.ts";
import { gateway, gatewayBytes, roomPath } from "../../shared/gateway.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { useProject } from "../../shared/project-context.ts";
import { fileNameOf, saveFile } from "../../../shared/save-file.ts";
import { useInspectedRoom } from "../room-context.ts";
import { AwarenessTable } from "./awareness-table.tsx";
import type { DocumentFacts } from "./document-facts.ts";
import { rootKind, rootKindLabels } from "./root-kind.ts";
import { RootView } from "./root-view.tsx";

interface Shown {
  readonly roots: Readonly<Record<string, Json>>;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly facts: DocumentFacts;
}

/** A room's Yjs documents: what is in them, how large they are, who wrote how much, and the changes as they come. */
export function YjsTab() {
  const { project } = useProject();
  const { room, live } = useInspectedRoom();
  const [guid, setGuid] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const latestOf = (document: string) => live.documents.find((one) => (one.guid ?? "") === document)?.at ?? "";
  const latest = latestOf(guid);
  const query = useQuery(documentQuery(project.id, room.id, guid, latest));
  // The root document names its subdocuments, even while one of them is looked at.
  const { data: root } = useQuery(documentQuery(project.id, room.id, "", latestOf("")));
  const seen = live.documents.flatMap((one) => (one.guid === null ? [] : [one.guid]));
  const guids = [...new Set([...(root?.facts.subdocuments ?? []), ...seen])];

  return (
    <Loaded query={query}>
      {({ roots, bytes, facts }) => {
        const names = Object.keys(roots);
        const name = chosen !== null && names.includes(chosen) ? chosen : names[0];
        if (name === undefined && guids.length === 0)
          return (
            <EmptyState title="This room's Yjs document is empty.">
              <p>
                Text editors store their content in it.{" "}
                <Link className="link" to="/docs/ready-made-features/multiplayer-editing">
                  Learn about multiplayer editing
                </Link>
              </p>
            </EmptyState>
          );
        return (
          <div className="flex flex-col gap-5">
            <Card className="p-0!">
              <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
                {guids.length > 0 && (
                  <Field label="Document" labelHidden className="w-56">
                    <Select
                      options={[
                        { value: "", label: "Root document" },
                        ...guids.map((value) => ({ value, label: `Subdocument ${value}` })),
                      ]}
                      value={guid}
                      onValueChange={setGuid}
                    />
                  </Field>
                )}
                <span className="text-sm text-muted">
                  {formatBytes(bytes.length)} as one update · {countOf(names.length, "root")} ·{" "}
                  {countOf(facts.clients.length, "client")}
                </span>
                <span className="ml-auto flex gap-2">
                  <CopyButton
                    name="Copy the document as base64"
                    label="Base64"
                    text={() => base64(bytes)}
                    variant="secondary"
                  />
                  <Button
                    size="sm"
                    onClick={() => saveFile(`${fileNameOf(room.id)}.ydoc`, bytes, "application/octet-stream")}
                  >
                    <Download className="size-4" aria-hidden />
                    Download
                  </Button>
                </span>
              </div>
              {name !== undefined && (
                <div className="grid md:grid-cols-[13rem_minmax(0,1fr)]">
                  <ul
                    className="flex gap-1 overflow-x-auto border-line p-2 max-md:border-b md:flex-col md:border-r"
                    aria-label="Roots"
                  >
                    {names.map((each) => (
                      <li key={each}>
                        <button
                          type="button"
                          aria-pressed={each === name}
                          onClick={() => setChosen(each)}
                          className="flex h-9 w-full items-center justify-between gap-3 rounded-sm px-2.5 font-mono text-xs hover:bg-hover aria-pressed:bg-hover"
                        >
                          <span className="truncate">{each}</span>
                          <Badge>{rootKindLabels[rootKind(roots[each])]}</Badge>
                        </button>
                      </li>
                    ))}
                  </ul>
                  <div className="min-w-0 px-4 pt-1 pb-4">
                    <RootView
                      key={name}
                      projectId={project.id}
                      roomId={room.id}
                      name={name}
                      rich={facts.rich[name]}
                      value={roots[name] ?? null}
                      version={latest}
                    />
                  </div>
                </div>
              )}
            </Card>
            <div className="min-w-0">
              <h2 className="mb-3 text-base">Awareness</h2>
              <AwarenessTable connections={live.connections ?? []} />
            </div>
            <div className="grid items-start gap-5 lg:grid-cols-2">
              <div className="min-w-0">
                <h2 className="mb-3 text-base">State by client</h2>
                <Table caption="State by client">
                  <thead>
                    <Row>
                      <HeaderCell>Client</HeaderCell>
                      <HeaderCell className="text-right!">Clock</HeaderCell>
                      <HeaderCell className="text-right!">Share</HeaderCell>
                    </Row>
                  </thead>
                  <tbody>
                    {facts.clients.slice(0, 50).map(({ client, clock, share }) => (
                      <Row key={client}>
                        <Cell className="py-2! font-mono text-xs">{client}</Cell>
                        <Cell className="py-2! text-right font-mono text-xs tabular-nums">{formatCount(clock)}</Cell>
                        <Cell className="py-2! text-right font-mono text-xs tabular-nums">
                          {Math.round(share * 100)}%
                        </Cell>
                      </Row>
                    ))}
                  </tbody>
                </Table>
              </div>
              <div className="min-w-0">
                <h2 className="mb-3 text-base">Live updates</h2>
                {live.documents.length === 0 ? (
                  <p className="rounded-lg border border-dashed border-line-strong px-5 py-8 text-sm text-muted">
                    Changes appear here while this page is open.
                  </p>
                ) : (
                  <Table caption="Live updates">
                    <thead>
                      <Row>
                        <HeaderCell>Time</HeaderCell>
                        <HeaderCell>Document</HeaderCell>
                        <HeaderCell className="text-right!">Stored</HeaderCell>
                      </Row>
                    </thead>
                    <tbody>
                      {live.documents.map((one, index) => (
                        <Row key={`${one.at} ${live.documents.length - index}`}>
                          <Cell className="py-2! font-mono text-xs whitespace-nowrap">{formatClockMs(one.at)}</Cell>
                          <Cell className="py-2! font-mono text-xs">{one.guid ?? "root"}</Cell>
                          <Cell className="py-2! text-right tabular-nums">{formatBytes(one.bytes)}</Cell>
                        </Row>
                      ))}
                    </tbody>
                  </Table>
                )}
              </div>
            </div>
          </div>
        );
      }}
    </Loaded>
  );
}

function documentQuery(projectId: string, roomId: string, guid: string, latest: string) {
  return queryOptions({
    queryKey: ["project", projectId, "room", roomId, "document", guid, latest],
    queryFn: async ({ signal }): Promise<Shown> => {
      const about = guid === "" ? "" : `?guid=${encodeURIComponent(guid)}`;
      const [bytes, { documentFacts }] = await Promise.all([
        gatewayBytes(projectId, `${roomPath(roomId)}/ydoc-binary${about}`, signal),
        import("./document-facts.ts"),
      ]);
      const facts = documentFacts(bytes);
      // The server knows the types of the root document's roots; of a subdocument, the update alone tells.
      const roots =
        guid === ""
          ? await gateway<Record<string, Json>>(projectId, "GET", `${roomPath(roomId)}/ydoc`, { signal })
          : facts.roots;
      return { roots, bytes: bytes as Uint8Array<ArrayBuffer>, facts };
    },
    placeholderData: (before) => before,
  });
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
