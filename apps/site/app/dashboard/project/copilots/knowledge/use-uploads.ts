import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer, useRef } from "react";
import { gatewayAddress } from "../../shared/gateway.ts";
import { useProject } from "../../shared/project-context.ts";
import { knowledgeKey, knowledgePath } from "./knowledge-queries.ts";
import { uploadFile } from "./upload-file.ts";
import { uploadList } from "./upload-list.ts";
import type { Upload } from "./upload-list.ts";

/** Uploads of files to a copilot's knowledge, one after another. They end when the member leaves the page. */
export function useUploads(copilotId: string): {
  readonly uploads: readonly Upload[];
  readonly start: (files: readonly File[]) => void;
  readonly dismiss: (id: number) => void;
} {
  const { project } = useProject();
  const client = useQueryClient();
  const [uploads, dispatch] = useReducer(uploadList, []);
  const state = useRef({ ids: 0, last: Promise.resolve(), over: new AbortController() });
  useEffect(() => {
    const current = state.current;
    current.over = new AbortController();
    return () => current.over.abort();
  }, []);

  const send = async (id: number, file: File, signal: AbortSignal) => {
    if (signal.aborted) return;
    const path = `${knowledgePath(copilotId)}/file/${encodeURIComponent(file.name)}`;
    try {
      await uploadFile({
        address: gatewayAddress(project.id, path),
        file,
        signal,
        onProgress: (sent) => dispatch({ type: "progressed", id, sent }),
      });
      await client.invalidateQueries({ queryKey: knowledgeKey(project.id, copilotId) });
      dispatch({ type: "removed", id });
    } catch (cause) {
      if (!signal.aborted) dispatch({ type: "failed", id, error: cause instanceof Error ? cause.message : "" });
    }
  };
  return {
    uploads,
    start(files) {
      const { current } = state;
      const started = files.map((file) => ({ id: ++current.ids, name: file.name, file }));
      dispatch({ type: "started", uploads: started.map(({ id, name }) => ({ id, name })) });
      for (const { id, file } of started) current.last = current.last.then(() => send(id, file, current.over.signal));
    },
    dismiss: (id) => dispatch({ type: "removed", id }),
  };
}
