"use client";

import { useSelf, useThreads } from "@weft/react/suspense";
import {
  AnchoredThreads,
  FloatingComposer,
  FloatingThreads,
  FloatingToolbar,
  Toolbar,
  useWeftExtension,
} from "@weft/react-tiptap";
import { EditorContent, useEditor } from "@tiptap/react";
import type { Editor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { useEffect } from "react";
import { useMediaQuery } from "../ui/use-media-query.ts";
import styles from "./text-editor.module.css";

/** A shared text with cursors, comments on selected words, and mentions with @. Users who can only view get no tools. */
export function TextEditor() {
  const canWrite = useSelf((me) => me.canWrite);
  const weft = useWeftExtension();
  const editor = useEditor({
    extensions: [
      weft,
      // Undo comes with the extension: it takes back your own edits only.
      StarterKit.configure({ undoRedo: false, heading: { levels: [1, 2, 3] } }),
    ],
    editable: canWrite,
    immediatelyRender: false,
    editorProps: {
      attributes: { role: "textbox", "aria-multiline": "true", "aria-label": "Text", class: styles.text! },
    },
  });
  useEffect(() => {
    editor?.setEditable(canWrite);
  }, [editor, canWrite]);
  if (editor === null) return null;
  return (
    <>
      {canWrite && (
        <Toolbar editor={editor} className={styles.toolbar} aria-label="Formatting">
          <Toolbar.SectionHistory />
          <Toolbar.Separator />
          <Toolbar.BlockSelector />
          <Toolbar.SectionInline />
          <Toolbar.Separator />
          <Toolbar.SectionCollaboration />
        </Toolbar>
      )}
      <div className={styles.page} tabIndex={canWrite ? undefined : 0}>
        <EditorContent editor={editor} className={styles.paper} />
        <Threads editor={editor} />
      </div>
      {canWrite && (
        <>
          <FloatingToolbar editor={editor} aria-label="Selection">
            <Toolbar.BlockSelector />
            <Toolbar.SectionInline />
            <Toolbar.Separator />
            <Toolbar.SectionCollaboration />
          </FloatingToolbar>
          <FloatingComposer editor={editor} className={styles.floating} />
        </>
      )}
    </>
  );
}

/** Open threads: beside their words where there is room, and over them on a small screen. */
function Threads({ editor }: { readonly editor: Editor }) {
  const { threads } = useThreads({ query: { resolved: false } });
  const isWide = useMediaQuery("(min-width: 64rem)");
  return isWide ? (
    <AnchoredThreads editor={editor} threads={threads} className={styles.margin} />
  ) : (
    <FloatingThreads editor={editor} threads={threads} className={styles.floating} />
  );
}
