import { getDocument, GlobalWorkerOptions } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { PDFPageProxy } from "pdfjs-dist";
// The address of the file, which has no exports.
// oxlint-disable-next-line import/default
import workerUrl from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import { useEffect, useState } from "react";
import documentUrl from "./proposal.pdf?url&no-inline";

GlobalWorkerOptions.workerSrc = workerUrl;

export type DocumentState =
  | { readonly kind: "loading" }
  | { readonly kind: "failed" }
  | { readonly kind: "ready"; readonly pages: readonly PDFPageProxy[] };

/** The pages of the document. */
export function useDocument(): DocumentState {
  const [state, setState] = useState<DocumentState>({ kind: "loading" });
  useEffect(() => {
    let isCurrent = true;
    // Its fonts are those of the system.
    const task = getDocument({ url: documentUrl, useSystemFonts: true, verbosity: 0 });
    task.promise
      .then(async (file) => {
        const numbers = Array.from({ length: file.numPages }, (_, index) => index + 1);
        const pages = await Promise.all(numbers.map((number) => file.getPage(number)));
        if (isCurrent) setState({ kind: "ready", pages });
      })
      .catch(() => isCurrent && setState({ kind: "failed" }));
    return () => {
      isCurrent = false;
      void task.destroy();
    };
  }, []);
  return state;
}
