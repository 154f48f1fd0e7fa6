import type { RequestEntry } from "@weft/protocol";

export interface RequestFilter {
  readonly status: string;
  readonly method: string;
  readonly path: string;
  readonly errorCode: string;
}

/** Whether a request that has just come belongs to the list that these filters gave. */
export function passesRequest(entry: RequestEntry, { status, method, path, errorCode }: RequestFilter): boolean {
  return (
    (status === "" || String(entry.status).startsWith(status.charAt(0))) &&
    (method === "" || entry.method === method) &&
    (path === "" || entry.path.includes(path)) &&
    (errorCode === "" || entry.errorCode === errorCode)
  );
}
