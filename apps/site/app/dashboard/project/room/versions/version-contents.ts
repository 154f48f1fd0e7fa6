import { queryOptions } from "@tanstack/react-query";
import type { Json } from "@weft/protocol";
import { request } from "../../../../api/request.ts";
import { gatewayBytes, roomPath } from "../../shared/gateway.ts";
import type { RichNode } from "../yjs/rich-node.ts";
import { rootText, storageText } from "./version-text.ts";
import type { VersionPart } from "./version-text.ts";

/** What a version holds: it never changes. */
export interface VersionContents {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly roots: Readonly<Record<string, Json>>;
  /** Of those that an editor wrote, what it would show. */
  readonly rich: Readonly<Record<string, readonly RichNode[]>>;
  readonly storage: Json;
  /** All of it as text, each part by its name. */
  readonly parts: readonly VersionPart[];
}

export const storagePart = "Storage";

export function versionContents(projectId: string, roomId: string, versionId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "room", roomId, "version", versionId],
    queryFn: async ({ signal }): Promise<VersionContents> => {
      const [bytes, storage, { documentFacts }] = await Promise.all([
        gatewayBytes(projectId, `${roomPath(roomId)}/versions/${encodeURIComponent(versionId)}/yjs`, signal),
        request("GET /internal/projects/{projectId}/rooms/{roomId}/versions/{versionId}/storage", {
          path: { projectId, roomId, versionId },
          signal,
        }),
        import("../yjs/document-facts.ts"),
      ]);
      const { roots, rich } = documentFacts(bytes);
      const texts = Object.entries(roots).map(([name, value]) => ({ name: `Yjs: ${name}`, text: rootText(value) }));
      const parts = [...texts, { name: storagePart, text: storageText(storage) }];
      return { bytes: bytes as Uint8Array<ArrayBuffer>, roots, rich, storage, parts };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
