import { useThreads } from "@weft/react";
import { AnchoredThreads, FloatingThreads } from "@weft/react-tiptap";
import type { Editor } from "@tiptap/react";
import { useMediaQuery } from "@weft/example-shared";

/** The open threads: beside their words where there is room, and over them on a small screen. */
export function TextThreads({ editor }: { readonly editor: Editor }) {
  const { threads } = useThreads({ query: { resolved: false } });
  const wide = useMediaQuery("(min-width: 64rem)");
  if (threads === undefined) return wide ? <div className="margin" /> : null;
  return wide ? (
    <AnchoredThreads editor={editor} threads={threads} className="margin" />
  ) : (
    <FloatingThreads editor={editor} threads={threads} className="floating-threads" />
  );
}
