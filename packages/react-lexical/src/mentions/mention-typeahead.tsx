import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import type { MentionData } from "@weft/client";
import type { EditorAnchor, MentionSuggestionsHandle } from "@weft/react-ui/text-editor";
import { createMentionId, MentionSuggestions } from "@weft/react-ui/text-editor";
import type { LexicalEditor } from "lexical";
import { $createTextNode, $getNodeByKey, $isTextNode, COMMAND_PRIORITY_HIGH, KEY_DOWN_COMMAND } from "lexical";
import type { ReactElement } from "react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useEditorValue } from "../collaboration/use-editor-value.ts";
import { $createMentionNode } from "../nodes/mention-nodes.tsx";
import type { WrittenMention } from "./mention-query.ts";
import { mentionQueryOf } from "./mention-query.ts";

/** Suggests whom an @ may mention while it is written. */
export function MentionTypeahead(): ReactElement | null {
  const [editor] = useLexicalComposerContext();
  // A value for each place of the @: it is the same while the name is being written.
  const place = useEditorValue(
    editor,
    () => {
      const query = editor.isEditable() ? mentionQueryOf(editor) : undefined;
      return query === undefined ? "" : `${query.key} ${query.start} ${query.text}`;
    },
    "",
  );
  const [key = "", start = "0", text = ""] = place.split(" ");
  const id = key === "" ? "" : `${key} ${start}`;
  const [dismissed, setDismissed] = useState("");
  const suggestions = useRef<MentionSuggestionsHandle>(null);
  const isOpen = id !== "" && id !== dismissed;
  const anchor = useMemo(() => (isOpen ? anchorOf(editor, key, Number(start)) : null), [editor, isOpen, key, start]);
  useEffect(() => {
    if (!isOpen) return;
    return editor.registerCommand(
      KEY_DOWN_COMMAND,
      (event) => suggestions.current?.onKeyDown(event) ?? false,
      COMMAND_PRIORITY_HIGH,
    );
  }, [editor, isOpen]);
  if (!isOpen) return null;
  return (
    <MentionSuggestions
      ref={suggestions}
      text={text}
      anchor={anchor}
      onDismiss={() => setDismissed(id)}
      onSelect={(mention) => {
        const query = mentionQueryOf(editor);
        if (query !== undefined) insertMention(editor, query, mention);
      }}
      className="lb-lexical-mention-suggestions"
    />
  );
}

/** Replaces what was written by a mention, and puts the caret behind it, after a space. */
function insertMention(editor: LexicalEditor, { key, start, end }: WrittenMention, mention: MentionData): void {
  editor.update(() => {
    const node = $getNodeByKey(key);
    if (!$isTextNode(node)) return;
    const parts = node.splitText(...[start, end].filter((at) => at > 0 && at < node.getTextContentSize()));
    const written = start > 0 ? parts[1] : parts[0];
    if (written === undefined) return;
    const mentioned = $createMentionNode(mention, createMentionId());
    const space = $createTextNode(" ").setFormat(written.getFormat()).setStyle(written.getStyle());
    written.replace(mentioned);
    mentioned.insertAfter(space);
    space.select(1, 1);
  });
}

function anchorOf(editor: LexicalEditor, key: string, start: number): EditorAnchor | null {
  const root = editor.getRootElement();
  if (root === null) return null;
  return {
    getBoundingClientRect: () => {
      const text = editor.getElementByKey(key)?.firstChild;
      const element = editor.getElementByKey(key) ?? root;
      if (!(text instanceof Text)) return element.getBoundingClientRect();
      const range = document.createRange();
      range.setStart(text, Math.min(start, text.length));
      range.setEnd(text, Math.min(start + 1, text.length));
      return range.getBoundingClientRect();
    },
    contextElement: root,
  };
}
