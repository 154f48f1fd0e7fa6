import type { Editor } from "@tiptap/core";
import type { Node, Schema } from "@tiptap/pm/model";
import { EditorState } from "@tiptap/pm/state";
import { EditorView } from "@tiptap/pm/view";
import { yXmlFragmentToProseMirrorRootNode } from "@tiptap/y-tiptap";
import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { createPortal } from "react-dom";
import * as Y from "yjs";
import { MentionInText } from "../mentions/mention-in-text.tsx";
import { mentionNodeNames } from "../mentions/text-mention.ts";

/** The text of a version as a document of the editor. What the editor's schema does not know is not in it. */
export function documentOfVersion(editor: Editor, update: Uint8Array): Node | null {
  return documentIn(update, editor.storage.weft.field, editor.schema);
}

/** The text under a key of a Yjs document. What the schema does not know is not in it. */
export function documentIn(update: Uint8Array, field: string, schema: Schema): Node | null {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, update);
  const { content } = yXmlFragmentToProseMirrorRootNode(doc.getXmlFragment(field), schema);
  doc.destroy();
  const { topNodeType } = schema;
  return content.childCount > 0 && topNodeType.validContent(content)
    ? topNodeType.create(null, content)
    : topNodeType.createAndFill(null, content);
}

interface ShownMention {
  readonly element: HTMLElement;
  readonly kind: "user" | "group";
  readonly id: string;
}

/**
 * A text that can be read and copied, and not be changed. It has the nodes of the editor, and nothing else of it: the editor need not be
 * shown itself.
 */
export function VersionText({
  editor,
  update,
}: {
  readonly editor: Editor;
  readonly update: Uint8Array;
}): ReactElement {
  const mount = useRef<HTMLDivElement>(null);
  const [mentions, setMentions] = useState<readonly ShownMention[]>([]);
  useEffect(() => {
    const doc = documentOfVersion(editor, update);
    if (mount.current === null || doc === null) return;
    const shown: ShownMention[] = [];
    const mention = ({ type, attrs }: Node) => {
      const element = document.createElement("span");
      element.className = "lb-tiptap-mention-view";
      const kind = type.name === mentionNodeNames.group ? "group" : "user";
      shown.push({ element, kind, id: String(attrs["id"]) });
      return { dom: element, ignoreMutation: () => true };
    };
    const view = new EditorView(mount.current, {
      state: EditorState.create({ doc }),
      editable: () => false,
      attributes: { class: "tiptap" },
      nodeViews: { [mentionNodeNames.user]: mention, [mentionNodeNames.group]: mention },
    });
    setMentions(shown);
    return () => {
      view.destroy();
      setMentions([]);
    };
  }, [editor, update]);
  return (
    <>
      <div ref={mount} className="lb-tiptap-version-text" />
      {mentions.map(({ element, kind, id }, index) =>
        createPortal(<MentionInText kind={kind} id={id} isSelected={false} />, element, String(index)),
      )}
    </>
  );
}
