import { EditorContent, useEditor, useEditorState } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { AiToolbar, FloatingToolbar, Toolbar, useIsEditorReady, useWeftExtension } from "@weft/react-tiptap";
import { EmptyCard } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useScriptedPerson } from "@weft/example-shared/comments";
import { playColleague } from "./colleague.ts";
import { sample } from "./sample.ts";
import { Suggestions } from "./suggestions.tsx";
import { useAssistant } from "./use-assistant.ts";

/** The text, its toolbars, and the assistant. What it proposes is part of the text, and of what others see, once it is accepted. */
export function WritingEditor({ session }: { readonly session: UserSession }) {
  const resolveContextualPrompt = useAssistant(session.demo.hasModel);
  const weft = useWeftExtension({
    ai: { name: "the assistant", resolveContextualPrompt },
    comments: false,
    mentions: false,
    initialContent: sample,
  });
  const editor = useEditor({
    extensions: [
      weft,
      // Undo comes with the document: it reverts only your own edits.
      StarterKit.configure({ undoRedo: false, heading: { levels: [1, 2, 3] }, link: { openOnClick: false } }),
    ],
    editorProps: {
      attributes: { id: "text", "aria-label": "Text", role: "textbox", "aria-multiline": "true", class: "text" },
    },
  });
  const isReady = useIsEditorReady();
  const isEmpty = useEditorState({ editor, selector: (state) => state.editor.isEmpty });
  useScriptedPerson(session, isReady, playColleague);

  return (
    <div className="sheet" data-loaded={isReady || undefined}>
      <Toolbar editor={editor} className="bar" aria-label="Formatting">
        <Toolbar.SectionHistory />
        <Toolbar.Separator />
        <Toolbar.BlockSelector />
        <Toolbar.SectionInline />
        <Toolbar.Separator />
        <Toolbar.SectionAi />
      </Toolbar>
      <FloatingToolbar editor={editor}>
        <Toolbar.SectionAi />
        <Toolbar.Separator />
        <Toolbar.SectionInline />
      </FloatingToolbar>
      <AiToolbar editor={editor} suggestions={<Suggestions />} />
      <div className="page">
        <EditorContent editor={editor} className="paper" />
        {isReady && isEmpty && (
          <EmptyCard
            title="An empty text"
            text="Write something, select it, and choose “Ask AI”. Everyone with the link edits the same text."
            action={
              <button
                type="button"
                className="button"
                data-kind="primary"
                onClick={() => editor.chain().setContent(sample).focus("end").run()}
              >
                Start with a sample
              </button>
            }
          />
        )}
      </div>
    </div>
  );
}
