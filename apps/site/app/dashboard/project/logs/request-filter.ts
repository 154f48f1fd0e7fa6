import type { RequestEntry } from "@weft/protocol";

export interface RequestFilter {
  readonly status: string;
  readonly method: string;
  readonly path: string;
  readonly errorCode: string;
  readonly key: string;
  readonly requestId: string;
  readonly from: string;
}

/** Whether a request that has just come belongs to the list that these filters gave. */
export function passesRequest(entry: RequestEntry, filter: RequestFilter): boolean {
  const { status, method, path, errorCode, key, requestId, from } = filter;
  return (
    (status === "" || String(entry.status).startsWith(status.charAt(0))) &&
    (method === "" || entry.method === method) &&
    (path === "" || entry.path.toLowerCase().includes(path.toLowerCase())) &&
    (errorCode === "" || entry.errorCode === errorCode) &&
    (key === "" || entry.key === key) &&
    (requestId === "" || entry.id === requestId) &&
    (from === "" || entry.at >= from)
  );
}
