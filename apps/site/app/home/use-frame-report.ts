import { useEffect, useState } from "react";
import type { RefObject } from "react";

const connections = ["connecting", "live", "saving", "reconnecting", "offline", "refused"] as const;

/** What an example in a frame says of itself. */
export interface FrameReport {
  readonly connection: (typeof connections)[number];
  /** Whether the visitor's own pointer has been in it. */
  readonly visited: boolean;
}

/** The latest report of the example in this frame; undefined until its script runs. */
export function useFrameReport(frame: RefObject<HTMLIFrameElement | null>): FrameReport | undefined {
  const [report, setReport] = useState<FrameReport>();
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source === null || source !== frame.current?.contentWindow) return;
      const read = readReport(data);
      if (read) setReport(read);
    };
    addEventListener("message", listen);
    return () => removeEventListener("message", listen);
  }, [frame]);
  return report;
}

/** Reads a message that may come from any script of this origin. */
export function readReport(data: unknown): FrameReport | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { type, connection, visited } = data as Partial<Record<string, unknown>>;
  const known = connections.find((name) => name === connection);
  return type === "weft-example" && known !== undefined ? { connection: known, visited: visited === true } : undefined;
}
