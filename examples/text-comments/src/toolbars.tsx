import { FloatingToolbar, Toolbar } from "@weft/react-tiptap";
import type { Editor } from "@tiptap/react";

/** The toolbars: one above the text, and one at what is selected. */
export function Toolbars({ editor }: { readonly editor: Editor }) {
  return (
    <>
      <Toolbar editor={editor} className="bar" aria-label="Formatting">
        <Toolbar.SectionHistory />
        <Toolbar.Separator />
        <Toolbar.BlockSelector />
        <Toolbar.SectionInline />
        <Toolbar.Separator />
        <Toolbar.SectionCollaboration />
      </Toolbar>
      <FloatingToolbar editor={editor}>
        <Toolbar.BlockSelector />
        <Toolbar.SectionInline />
        <Toolbar.Separator />
        <Toolbar.SectionCollaboration />
      </FloatingToolbar>
    </>
  );
}
