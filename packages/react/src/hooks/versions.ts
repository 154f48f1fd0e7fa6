/** Versions and files of a room. */
import type { UploadFileOptions } from "@weft/client";
import { useCallback } from "react";
import { queryOf } from "../comments-part.ts";
import { useAnyClient } from "../contexts.ts";
import type { ClientQuery } from "../queries.ts";
import { useQuery } from "../queries.ts";
import type { AnyClient, AnyRoom } from "../room.ts";
import { ValueQuery } from "../value-query.ts";
import type { HookScope } from "./scope.ts";

/** URLs of files can be loaded for a while only. */
const urlFreshMs = 30 * 60_000;

export function versionHooks({ suspends, useRoom }: HookScope, bound?: AnyClient) {
  const useValue = <T>(name: string, field: string, open: (room: AnyRoom) => ClientQuery<T>) => {
    const client = useAnyClient(bound);
    const room = useRoom();
    return useQuery(
      queryOf(client, `${name} in ${room.id}`, () => open(room)),
      field,
      suspends,
    );
  };
  const useHistoryVersionYjsData = (id: string) =>
    useValue(`document ${id}`, "data", (room) => new ValueQuery(() => room.getHistoryVersionDocument(id)));
  return {
    useHistoryVersions() {
      const client = useAnyClient(bound);
      const { id } = useRoom();
      return useQuery(
        queryOf(client, `versions ${id}`, ({ store }) => store.historyVersions(id)),
        "versions",
        suspends,
      );
    },
    useHistoryVersionStorageData: (id: string) =>
      useValue(`storage ${id}`, "data", (room) => new ValueQuery(() => room.getHistoryVersionStorage(id))),
    useHistoryVersionYjsData,
    useHistoryVersionData: useHistoryVersionYjsData,
    useDeleteHistoryVersion() {
      const room = useRoom();
      return useCallback((id: string) => room.deleteHistoryVersion(id), [room]);
    },
    useRestoreToStorageVersion(id: string) {
      const room = useRoom();
      return useCallback(() => room.restoreHistoryVersion(id), [room, id]);
    },
    useAttachmentUrl: (id: string) =>
      useValue(`attachment ${id}`, "url", (room) => new ValueQuery(() => room.getAttachmentUrl(id), urlFreshMs)),
    useFileUrl(file: { readonly id: string } | string) {
      const id = typeof file === "string" ? file : file.id;
      return useValue(`file ${id}`, "url", (room) => new ValueQuery(() => room.getFileUrl(id), urlFreshMs));
    },
    useUploadFile() {
      const room = useRoom();
      return useCallback((file: File, options?: UploadFileOptions) => room.uploadFile(file, options), [room]);
    },
  };
}
