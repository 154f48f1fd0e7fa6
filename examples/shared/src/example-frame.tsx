import type { ReactNode } from "react";
import { ThemeToggle } from "./theme-toggle.tsx";
import { WeftMark } from "./weft-mark.tsx";
import { galleryUrl } from "./weft-url.ts";

interface ExampleFrameProps {
  readonly title: string;
  /** Who is here and whether the room is reached. */
  readonly tools: ReactNode;
  readonly children: ReactNode;
}

/** The bar above an example, and the example. */
export function ExampleFrame({ title, tools, children }: ExampleFrameProps) {
  return (
    <div className="frame">
      <header className="frame-bar">
        <a className="frame-home" href={galleryUrl} target="_top" aria-label="Weft: all examples">
          <WeftMark />
          <span>Weft</span>
        </a>
        <h1 className="frame-title">{title}</h1>
        <div className="frame-tools">
          {tools}
          <ThemeToggle />
        </div>
      </header>
      <main className="frame-main">{children}</main>
    </div>
  );
}
