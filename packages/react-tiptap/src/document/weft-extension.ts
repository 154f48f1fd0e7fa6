/**
 * The extension that connects an editor with a room:
 *
 *     WeftExtension ─┬─ Collaboration        the text, and undo of this user's edits
 *                    ├─ carets               of others, by awareness
 *                    ├─ CommentsExtension    threads on text
 *                    ├─ MentionExtension     mentions of users and groups
 *                    └─ AiExtension          proposals of the AI toolbar
 *
 * One editor may be built, mounted and unmounted several times, as in StrictMode. So everything that must end with it belongs to the
 * view of a plugin, which begins and ends with what is on the page.
 */
import { Extension } from "@tiptap/core";
import type { Content } from "@tiptap/core";
import { Collaboration } from "@tiptap/extension-collaboration";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { checkedColor, colorFor } from "@weft/react-ui/text-editor";
import type { WeftYjsProvider } from "@weft/yjs";
import { caretPlugin } from "../carets/caret-plugin.ts";
import { CommentMark } from "../comments/comment-mark.ts";
import { CommentsExtension } from "../comments/comments-extension.ts";
import type { ThreadMarks } from "../comments/thread-marks.ts";
import { MentionExtension } from "../mentions/mention-extension.ts";
import type { MentionExtensionOptions } from "../mentions/mention-extension.ts";
import { GroupMentionNode, MentionNode } from "../mentions/mention-nodes.ts";
import type { CaretUser, WeftStorage } from "./editor-commands.ts";
import type { EditorRoom } from "./editor-room.ts";
import { writeInitialContent } from "./initial-content.ts";
import { OwnHistory } from "./own-history.ts";
import { documentOf } from "./room-document.ts";

/** What an editor needs of the page that it is in. */
export interface RoomExtensionOptions {
  readonly room: EditorRoom;
  /** The key of the text in the document. */
  readonly field: string;
  readonly offlineSupport: boolean;
  readonly permanentUserData: boolean;
  readonly initialContent: Content | undefined;
  /** Follows threads while the editor is on the page, until the answered function is called; undefined without comments. */
  readonly followThreads: ((marks: ThreadMarks) => () => void) | undefined;
  /** Undefined without mentions. */
  readonly mentions: Omit<MentionExtensionOptions, "mentionNodes"> | undefined;
  /** Whether the extension brings the nodes of mentions; an editor with a schema of its own has them there. */
  readonly mentionNodes: boolean;
  readonly extensions: readonly Extension[];
}

/** The name of the extension. */
export const weftExtensionName = "weft";

/** Connects an editor with the document, threads and mentions of a room. */
export function createWeftExtension(options: RoomExtensionOptions): Extension {
  const { room, field } = options;
  // Asked for when an editor is built: on servers there is none.
  const open = () =>
    documentOf(room).open({
      offlineSupport_experimental: options.offlineSupport,
      enablePermanentUserData: options.permanentUserData,
    });
  let chosen: CaretUser = {};
  const updateUser = (attributes: CaretUser) => () => {
    chosen = { ...chosen, ...attributes };
    publishUser(room, open(), chosen);
    return true;
  };
  const protectedNodes = new Set<string>();
  return Extension.create<object, WeftStorage>({
    name: weftExtensionName,
    /** Undo leaves a list, a quote or a block that this user has made, once others have written in it. */
    onBeforeCreate() {
      for (const name of Object.keys(this.editor.schema.nodes)) protectedNodes.add(name);
    },
    addStorage: () => ({ field, provider: open() }),
    addExtensions() {
      const provider = open();
      return [
        OwnHistory,
        Collaboration.configure({
          document: provider.getYDoc(),
          field,
          provider,
          yUndoOptions: { protectedNodes },
          ySyncOptions: { permanentUserData: provider.permanentUserData ?? null },
        }),
        // What a schema does not know is deleted from the document: the marks and nodes of others are known in any case.
        options.followThreads === undefined ? CommentMark : CommentsExtension,
        ...(options.mentionNodes ? [MentionNode, GroupMentionNode] : []),
        ...(options.mentions === undefined
          ? []
          : [MentionExtension.configure({ ...options.mentions, mentionNodes: false })]),
        ...options.extensions,
      ];
    },
    addCommands: () => ({ updateUser, user: updateUser }),
    addProseMirrorPlugins() {
      const { editor } = this;
      const provider = open();
      const enter = (view: EditorView) => {
        const leave = documentOf(room).enter();
        let known = room.getSelf();
        const stops = [
          // It is also told of every caret that this user moves.
          room.events.self.subscribe(() => {
            const before = known;
            known = room.getSelf();
            if (before?.info !== known?.info || before?.id !== known?.id) publishUser(room, provider, chosen);
            // The view asks again whether it can be edited.
            if (before?.canWrite !== known?.canWrite) view.dispatch(view.state.tr);
          }),
          documentOf(room).whenLoaded(() => {
            publishUser(room, provider, chosen);
            const { initialContent } = options;
            if (initialContent !== undefined && initialContent !== null && room.getSelf()?.canWrite === true)
              writeInitialContent(provider.getYDoc(), field, initialContent, view.state.schema);
          }),
        ];
        if (options.followThreads !== undefined) stops.push(options.followThreads(editor.storage.weftComments.marks));
        publishUser(room, provider, chosen);
        return {
          destroy() {
            for (const stop of stops) stop();
            // Last: nothing publishes the user again.
            leave();
          },
        };
      };
      // What the server would refuse cannot be written.
      const editable = () => room.getSelf()?.canWrite !== false;
      // Views end in the opposite order: the caret is taken away before the state that it is in.
      return [new Plugin({ view: enter, props: { editable } }), caretPlugin(provider.awareness)];
    },
  });
}

/** Tells others the name and the color of this user, once the room knows them. */
function publishUser(room: EditorRoom, { awareness, isDestroyed }: WeftYjsProvider, chosen: CaretUser): void {
  const self = room.getSelf();
  if (self === null || isDestroyed) return;
  const { name, color } = (self.info ?? {}) as { readonly name?: unknown; readonly color?: unknown };
  const user = {
    name: typeof name === "string" ? name : "",
    color: checkedColor(color) ?? colorFor(self.id ?? String(self.connectionId)),
    ...chosen,
  };
  const text = JSON.stringify(user);
  if (JSON.stringify(awareness.getLocalState()?.["user"]) === text) return;
  awareness.setLocalStateField("user", JSON.parse(text));
}
