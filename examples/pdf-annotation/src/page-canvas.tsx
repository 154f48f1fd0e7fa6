import type { PDFPageProxy } from "pdfjs-dist";
import { useEffect, useRef } from "react";

interface PageCanvasProps {
  readonly page: PDFPageProxy;
  /** In CSS pixels. Nothing is drawn before it is known. */
  readonly width: number;
}

/** The picture of a page, drawn again when its width changes. */
export function PageCanvas({ page, width }: PageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element || width === 0) return;
    const scale = (width * Math.min(devicePixelRatio, 2)) / page.getViewport({ scale: 1 }).width;
    const viewport = page.getViewport({ scale });
    // Drawn elsewhere first: two drawings of one canvas would mix, and an empty canvas would flash.
    const picture = document.createElement("canvas");
    picture.width = Math.round(viewport.width);
    picture.height = Math.round(viewport.height);
    const task = page.render({ canvas: picture, viewport });
    task.promise.then(
      () => {
        element.width = picture.width;
        element.height = picture.height;
        element.getContext("2d")?.drawImage(picture, 0, 0);
        element.dataset["drawn"] = "";
      },
      // It was canceled: the width has changed, or the page is gone.
      () => undefined,
    );
    return () => task.cancel();
  }, [page, width]);
  return <canvas ref={canvas} className="page-canvas" aria-hidden="true" />;
}
