import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { useThreads } from "@weft/react";
import type { ReactElement } from "react";
import { useEffect, useSyncExternalStore } from "react";
import { sessionOf } from "../collaboration/editor-session.ts";

/** Shows marks of resolved and deleted threads as plain text. Threads are loaded once the text has a mark. */
export function ThreadStates(): ReactElement | null {
  const [editor] = useLexicalComposerContext();
  const { marks } = sessionOf(editor);
  const isEmpty = useSyncExternalStore(
    marks.subscribe,
    () => marks.isEmpty,
    () => true,
  );
  return isEmpty ? null : <OpenThreads />;
}

function OpenThreads(): null {
  const [editor] = useLexicalComposerContext();
  const { threads } = useThreads();
  useEffect(() => {
    if (threads === undefined) return;
    const open = threads.filter(({ resolved }) => !resolved).map(({ id }) => id);
    sessionOf(editor).marks.setOpen(new Set(open));
  }, [editor, threads]);
  return null;
}
