import { RequestFailed } from "../../../../api/request-failed.ts";

export interface FileUpload {
  readonly address: string;
  readonly file: File;
  /** From 0 to 1. */
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
}

/** Sends a file as the body of a request. With `XMLHttpRequest`, because `fetch` reports no progress. */
export function uploadFile({ address, file, onProgress, signal }: FileUpload): Promise<void> {
  return new Promise((done, failed) => {
    const call = new XMLHttpRequest();
    call.open("PUT", address);
    call.setRequestHeader("Content-Type", file.type === "" ? "application/octet-stream" : file.type);
    call.setRequestHeader("X-Weft-CSRF", "1");
    call.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total));
    call.addEventListener("load", () => {
      if (call.status >= 200 && call.status < 300) done();
      else failed(refusalOf(call));
    });
    call.addEventListener("error", () =>
      failed(new RequestFailed({ status: 0, code: "UNREACHABLE", message: "The server could not be reached." })),
    );
    call.addEventListener("abort", () => failed(signal.reason));
    signal.addEventListener("abort", () => call.abort(), { once: true });
    call.send(file);
  });
}

function refusalOf({ status, responseText }: XMLHttpRequest): RequestFailed {
  let body: { readonly error?: unknown; readonly message?: unknown } = {};
  try {
    body = JSON.parse(responseText) as typeof body;
  } catch {
    // A proxy may answer with a page.
  }
  return new RequestFailed({
    status,
    code: typeof body.error === "string" ? body.error : "UNKNOWN",
    message: typeof body.message === "string" ? body.message : `The server returned status ${status}.`,
  });
}
