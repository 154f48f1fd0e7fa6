import { TextLayer } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { PDFPageProxy } from "pdfjs-dist";
import { useEffect, useRef } from "react";

/** The text of a page, invisible above its picture, so that it can be selected and read aloud. It scales by CSS. */
export function PageText({ page }: { readonly page: PDFPageProxy }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: element,
      viewport: page.getViewport({ scale: 1 }),
    });
    // A rejection says that it was canceled.
    layer.render().catch(() => undefined);
    return () => {
      layer.cancel();
      element.replaceChildren();
    };
  }, [page]);
  return <div ref={container} className="page-text" />;
}
