"use client";
import type { Content, Extension } from "@tiptap/core";
import type { ThreadData } from "@weft/client";
import { threadsOf } from "@weft/client/framework";
import { useClient, useRoom } from "@weft/react";
import { useEditorMetadata, useTextMentions } from "@weft/react-ui/text-editor";
import type { ContextualPromptResolver, TextEditorType } from "@weft/react-ui/text-editor";
import { useEffect, useMemo, useRef } from "react";
import { createAiExtension } from "../ai/ai-extension.ts";
import type { ThreadMarks } from "../comments/thread-marks.ts";
import type { EditorRoom } from "./editor-room.ts";
import { createWeftExtension } from "./weft-extension.ts";

/** How the AI toolbar asks. */
export interface AiConfiguration {
  /** The name of the AI, as it is shown; by default "AI". */
  readonly name?: string;
  /** Answers prompts; by default the server's copilot does. */
  readonly resolveContextualPrompt?: ContextualPromptResolver;
}

/** Options of `useWeftExtension`. They count when the component is mounted. */
export interface WeftEditorOptions {
  /** Texts are kept in the room's Yjs document. There is no other mode. */
  readonly collaborationMode?: "yjs";
  /** The key of the text in the document; by default "default". Editors with different keys have different texts. */
  readonly field?: string;
  /** Whether text can be commented on. By default true. */
  readonly comments?: boolean;
  /** Whether users and groups are suggested after `@`. By default true. */
  readonly mentions?: boolean;
  /** Whether the editor has an `AiToolbar`, and how it asks. By default false. */
  readonly ai?: boolean | AiConfiguration;
  /** Keeps the text in the browser, so that it is there at once and can be edited offline. By default false. */
  readonly offlineSupport_experimental?: boolean;
  /** The threads of the text, in place of those that the room has. */
  readonly threads_experimental?: readonly ThreadData[];
  /** What the text begins with where it is empty, once that is known. */
  readonly initialContent?: Content;
  /** Keeps which user wrote what. By default false. */
  readonly enablePermanentUserData?: boolean;
}

/** What differs between TipTap and an editor that is built on it. */
export interface EditorKind {
  /** The name that back ends know it by. */
  readonly type: TextEditorType;
  /** Whether the extension brings the nodes of mentions; an editor with a schema of its own has them there. */
  readonly mentionNodes: boolean;
}

const tiptapItself: EditorKind = { type: "tiptap", mentionNodes: true };

/**
 * The extension that connects an editor of TipTap with the room that the component is in: a text that everyone in the room edits, with
 * carets, comments and mentions. The editor needs no history of its own: `StarterKit.configure({ undoRedo: false })`.
 *
 * @example
 * const weft = useWeftExtension();
 * const editor = useEditor({ extensions: [weft, StarterKit.configure({ undoRedo: false })] });
 */
export function useWeftExtension(options: WeftEditorOptions = {}): Extension {
  return useEditorExtension(options, tiptapItself);
}

/** The extension for an editor that is built on TipTap. */
export function useEditorExtension(options: WeftEditorOptions, kind: EditorKind): Extension {
  const room: EditorRoom = useRoom();
  const client = useClient();
  const textMentions = useTextMentions();
  const first = useRef(options);
  const latest = useRef({ textMentions, threads: options.threads_experimental });
  const applyThreads = useRef<() => void>(() => {});
  useEffect(() => {
    latest.current = { textMentions, threads: options.threads_experimental };
    applyThreads.current();
  });
  useEditorMetadata(kind.type, options.field ?? "default");

  return useMemo(() => {
    const {
      field = "default",
      comments = true,
      mentions = true,
      ai = false,
      initialContent,
      ...others
    } = first.current;
    const followThreads = (marks: ThreadMarks) => {
      if (others.threads_experimental !== undefined) {
        applyThreads.current = () => marks.setOrphans(orphansOf(latest.current.threads ?? [], true));
        applyThreads.current();
        return () => {
          applyThreads.current = () => {};
        };
      }
      const list = threadsOf(client, room.id);
      const changed = () => {
        const state = list.get();
        if (state.data !== undefined) marks.setOrphans(orphansOf(state.data, state.hasFetchedAll));
      };
      changed();
      return list.subscribe(changed);
    };
    return createWeftExtension({
      room,
      field,
      offlineSupport: others.offlineSupport_experimental === true,
      permanentUserData: others.enablePermanentUserData === true,
      initialContent,
      followThreads: comments ? followThreads : undefined,
      mentionNodes: kind.mentionNodes,
      mentions: mentions
        ? {
            onCreateMention: ({ notificationId, ...mention }) =>
              latest.current.textMentions.created(mention, notificationId),
            onDeleteMention: (notificationId) => latest.current.textMentions.deleted(notificationId),
          }
        : undefined,
      extensions: ai === false ? [] : [createAiExtension(aiStorage(ai === true ? {} : ai))],
    });
  }, [room, client]);
}

const aiStorage = ({ name = "AI", resolveContextualPrompt: resolve }: AiConfiguration) => ({ name, resolve });

/** Resolved threads, and those that are gone. Of a list with more pages, threads that are not in it may exist. */
function orphansOf(threads: readonly ThreadData[], isComplete: boolean): (threadId: string) => boolean | undefined {
  const isResolved = new Map(threads.map(({ id, resolved }) => [id, resolved]));
  return (threadId) => isResolved.get(threadId) ?? (isComplete ? true : undefined);
}
