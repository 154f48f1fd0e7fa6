/**
 * Keeps a Lexical editor and a shared text of Yjs the same.
 *
 *     editor ──update listener──► diff(what was shared, what is) ──► shared text      edits of this user
 *     editor ◄──── read whole ─── shared texts that changed ◄─────── observer         edits of others, undo
 *
 * It writes the documents of `@lexical/yjs`, and reads them in another way. That binding follows changes one by one in a copy of its
 * own; where concurrent edits lead to a text that the copy does not foresee, it throws, or deletes the characters that it cannot place.
 * Here a shared text that changed is read as a whole, and whatever characters it has are shown. Invariants:
 *
 * - Before an edit of another user is read, this user's edits have been written, so that reading can replace nothing.
 * - An edit is written as its difference to what this editor last shared, never to what others have changed meanwhile.
 * - Reading writes nothing. Before the first edit there is nothing in the document either: an empty editor shows a paragraph that is
 *   not in the document, and the first edit makes it one that is the same for all who begin at once (`initial-paragraph.ts`).
 * - What cannot be shown is left in the document as it is.
 */
import type { EditorState, ElementNode, LexicalEditor, LexicalNode, NodeKey, UpdateListener } from "lexical";
import {
  $createParagraphNode,
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $isDecoratorNode,
  $isElementNode,
  $isLineBreakNode,
  $isParagraphNode,
  $isRangeSelection,
  $isRootNode,
  $isTextNode,
  COLLABORATION_TAG,
  HISTORIC_TAG,
  SKIP_COLLAB_TAG,
  SKIP_SCROLL_INTO_VIEW_TAG,
} from "lexical";
import * as Y from "yjs";
import type { Change, Delta } from "./diff.ts";
import { diff, rebase } from "./diff.ts";
import { initialParagraph } from "./initial-paragraph.ts";
import type { Run, TextPiece, TextToken } from "./pieces.ts";
import {
  formatOf,
  Gone,
  hiddenPieces,
  NewNode,
  offsetIn,
  positionIn,
  readPieces,
  sizeOf,
  takeFormat,
  tokensOf,
} from "./pieces.ts";
import type { EditorPoint } from "./points.ts";
import { isInPlace, movePoint } from "./points.ts";
import type { SharedNode } from "./properties.ts";
import { $readProperties, newShared, typeOf, writeProperties } from "./properties.ts";
import { SharedNodes } from "./shared-nodes.ts";
import type { Previous } from "./touched.ts";
import { allElements, changedKeys, touchedElements } from "./touched.ts";

/** Elements that are nested deeper are not shown: no editor writes them, and they could exhaust the stack. */
const maxDepth = 64;

/** Both ends of a selection, at places of the document that stay where they are as others write. */
export interface SharedSelection {
  readonly anchor: Y.RelativePosition;
  readonly focus: Y.RelativePosition;
}

/** Binds an editor to the text `root` of a document, from its construction to `destroy`. The document must be loaded. */
export class LexicalBinding {
  readonly editor: LexicalEditor;
  readonly doc: Y.Doc;
  readonly root: Y.XmlText;
  /** Undoes what was written by this binding alone. */
  readonly undoManager: Y.UndoManager;
  readonly #nodes = new SharedNodes();
  /** The paragraph that an empty document is shown with, which is not in the document. */
  #placeholder: NodeKey | undefined;
  #selection: SharedSelection | undefined;
  #isCreatingParagraph = false;
  /** What others did to shared texts since they were read, in its order. */
  readonly #foreign = new Map<Y.XmlText, (readonly Delta[])[]>();
  /** The state that shows what others have written, and nothing else, while it is committed. */
  #readState: EditorState | null = null;
  /** The last state whose edits have been written. It is not always the one before, as another listener of the editor may throw. */
  #writtenState: EditorState;
  readonly #stop: () => void;

  constructor(editor: LexicalEditor, doc: Y.Doc) {
    this.editor = editor;
    this.doc = doc;
    this.root = doc.get("root", Y.XmlText);
    this.#update(() => this.#readAll(), COLLABORATION_TAG, false);
    this.#writtenState = editor.getEditorState();
    this.undoManager = new Y.UndoManager(this.root, { trackedOrigins: new Set([this]) });
    this.root.observeDeep(this.#observed);
    this.#stop = editor.registerUpdateListener(this.#updated);
  }

  destroy(): void {
    this.#stop();
    this.root.unobserveDeep(this.#observed);
    this.undoManager.destroy();
  }

  /** The selection of the editor as it was last committed, if there is one. */
  get selection(): SharedSelection | undefined {
    return this.#selection;
  }

  /** Undoes the last edit of this user, or makes it again. Edits that are not committed yet are committed first. */
  travel(direction: "undo" | "redo"): void {
    this.editor.update(() => {}, { discrete: true });
    this.undoManager[direction]();
  }

  // ---- places

  /** Where in the editor a place of the document is, if it is shown there. Runs in a read or an update of the editor. */
  $pointOf(position: Y.RelativePosition): EditorPoint | undefined {
    const found = Y.createAbsolutePositionFromRelativePosition(position, this.doc);
    if (found === null || !(found.type instanceof Y.XmlText)) return undefined;
    const key = this.#nodes.keyOf.get(found.type);
    const pieces = this.#nodes.pieces.get(found.type);
    if (key === undefined || pieces === undefined || $getNodeByKey(key) === null) return undefined;
    let start = 0;
    let child = 0;
    for (const piece of pieces) {
      const size = sizeOf(piece);
      if (piece.key !== undefined && found.index <= start + size) {
        if (piece.kind === "run") {
          const node = $getNodeByKey(piece.key);
          if (!$isTextNode(node)) return undefined;
          const offset = Math.min(offsetIn(piece, found.index - start), node.getTextContentSize());
          return { key: piece.key, offset, type: "text" };
        }
        if (found.index === start) break;
      }
      start += size;
      if (piece.key !== undefined) child++;
    }
    return { key, offset: child, type: "element" };
  }

  /** Runs in a read or an update of the editor, whose nodes must be those that are shared. */
  $positionOf({ key, offset, type }: EditorPoint): Y.RelativePosition | undefined {
    const node = $getNodeByKey(key);
    const element = type === "element" ? node : (node?.getParent() ?? null);
    const shared = element === null ? undefined : this.#nodes.sharedOf.get(element.getKey());
    if (!(shared instanceof Y.XmlText)) return undefined;
    let start = 0;
    let child = 0;
    for (const piece of this.#nodes.pieces.get(shared) ?? []) {
      if (type === "element" && child === offset) break;
      if (type === "text" && piece.key === key && piece.kind === "run") {
        // A caret stays behind the character that it is behind, even if another user writes at the same place.
        const at = start + positionIn(piece, Math.min(offset, piece.text.length));
        return Y.createRelativePositionFromTypeIndex(shared, at, offset > 0 ? -1 : 0);
      }
      start += sizeOf(piece);
      if (piece.key !== undefined) child++;
    }
    if (type === "text") return undefined;
    return Y.createRelativePositionFromTypeIndex(shared, start, 0);
  }

  #rememberSelection(): void {
    const selection = $getSelection();
    if (!$isRangeSelection(selection)) {
      this.#selection = undefined;
      return;
    }
    const anchor = this.$positionOf(selection.anchor);
    const focus = this.$positionOf(selection.focus);
    this.#selection = anchor === undefined || focus === undefined ? undefined : { anchor, focus };
  }

  #restoreSelection(): void {
    const selection = $getSelection();
    if (!$isRangeSelection(selection)) return;
    if (this.#selection !== undefined) {
      const { anchor, focus } = this.#selection;
      movePoint(selection.anchor, this.$pointOf(anchor));
      movePoint(selection.focus, this.$pointOf(focus));
    }
    if (![selection.anchor, selection.focus].every(isInPlace)) $getRoot().selectStart();
  }

  // ---- from the editor to the document

  readonly #updated: UpdateListener = ({ prevEditorState, editorState, dirtyElements, dirtyLeaves, tags }) => {
    // A listener before this one has led to another commit, which has been written with this one.
    if (editorState !== this.editor.getEditorState()) return;
    if (prevEditorState !== this.#writtenState) this.#writeAll(editorState);
    else if (editorState !== this.#readState && !tags.has(SKIP_COLLAB_TAG))
      this.#write(editorState, prevEditorState, dirtyElements, dirtyLeaves);
    this.#writtenState = editorState;
    editorState.read(() => this.#rememberSelection());
  };

  /** Writes what was edited. What others did meanwhile may not have been read yet. */
  #write(
    state: EditorState,
    before: EditorState,
    dirtyElements: ReadonlyMap<NodeKey, boolean>,
    dirtyLeaves: ReadonlySet<NodeKey>,
  ): void {
    const previous: Previous = (key) => before._nodeMap.get(key);
    state.read(
      () => {
        const isReplaced = dirtyElements.size === 1 && dirtyElements.get("root") === false && dirtyLeaves.size === 0;
        const touched = isReplaced ? allElements($getRoot()) : touchedElements(dirtyElements, dirtyLeaves, previous);
        const nodes = isReplaced ? changedKeys(state, before) : [...touched, ...dirtyLeaves];
        this.#createParagraph(touched);
        this.doc.transact(() => {
          for (const key of nodes) this.#writeProperties(key, previous);
          for (const key of touched) {
            const node = $getNodeByKey(key);
            const shared = this.#nodes.sharedOf.get(key);
            if ($isElementNode(node) && shared instanceof Y.XmlText && !isDeleted(shared))
              this.#tryWriteChildren(shared, node);
          }
        }, this);
      },
      { editor: this.editor },
    );
  }

  /** Writes whatever has been edited since the last state that was written. */
  #writeAll(state: EditorState): void {
    this.#write(state, this.#writtenState, new Map([["root", false]]), new Set());
    this.#writtenState = state;
  }

  #writeProperties(key: NodeKey, previous: Previous): void {
    const [node, before, shared] = [$getNodeByKey(key), previous(key), this.#nodes.sharedOf.get(key)];
    if (node === null || before === undefined || shared === undefined || node === before || isDeleted(shared)) return;
    this.#attempt(() => writeProperties(shared, node, before));
  }

  #tryWriteChildren(shared: Y.XmlText, node: ElementNode): void {
    if (this.#attempt(() => this.#writeChildren(shared, node))) return;
    // The next edit is compared with what has been written of this one.
    this.#nodes.pieces.set(shared, this.#nodes.withKeys(readPieces(shared)));
  }

  #writeChildren(shared: Y.XmlText, element: ElementNode): void {
    const before = this.#nodes.pieces.get(shared) ?? [];
    const children = element.getChildren().filter((child) => child.getKey() !== this.#placeholder);
    const known = new Map(before.flatMap((piece) => (piece.key === undefined ? [] : [[piece.key, piece] as const])));
    const nodes = new Map<SharedNode, LexicalNode>();
    const next: (TextToken | NewNode)[] = [];
    const present = new Set(children.map((child) => child.getKey()));
    const hidden = hiddenPieces(before, present);
    const selection = $getSelection();
    const caret = $isRangeSelection(selection) && selection.isCollapsed() ? selection.anchor : undefined;
    let caretAt: number | undefined;
    const left = before.filter(
      (piece) => piece.kind === "run" && piece.key !== undefined && !present.has(piece.key),
    ) as Run[];
    const kept = new Map<NodeKey, SharedNode>();
    const keepHidden = (behind: NodeKey | undefined) =>
      hidden.get(behind)?.forEach((piece) => tokensOf(piece).forEach((token) => next.push(token)));
    keepHidden(undefined);
    for (const child of children) {
      const key = child.getKey();
      const piece = known.get(key);
      let own = piece?.kind === "run" ? formatOf(piece) : piece?.shared;
      if (own === undefined && $isTextNode(child)) {
        own = takeFormat(left, child.getType(), child.__text);
        if (own !== undefined) kept.set(key, own);
      }
      if (own !== undefined) nodes.set(own, child);
      next.push(own ?? new NewNode(child));
      if ($isTextNode(child)) {
        if (caret?.key === key) caretAt = next.length + caret.offset;
        for (const unit of units(child.__text)) next.push(unit);
      }
      keepHidden(key);
    }
    // `@lexical/yjs` loses characters whose format is deleted while they stay. They are written again.
    const lost = new Set<TextPiece>(left);
    const tokens = before.flatMap<TextToken | NewNode | Gone>((piece) =>
      lost.has(piece)
        ? tokensOf(piece).map((token) => (typeof token === "string" ? new Gone() : token))
        : tokensOf(piece),
    );
    let changes = diff<SharedNode | NewNode | Gone>(tokens, next, caretAt) as Change<SharedNode | NewNode>[];
    for (const foreign of this.#foreign.get(shared) ?? []) changes = rebase(changes, foreign);
    const made = new Map<SharedNode | NewNode, SharedNode>();
    for (const { at, remove, insert } of changes.toReversed()) {
      if (remove > 0) shared.delete(at, remove);
      this.#insert(shared, at, insert, nodes, made);
    }
    for (const piece of before) this.#nodes.release(piece, present);
    for (const child of children) {
      const old = known.get(child.getKey());
      const own = kept.get(child.getKey()) ?? (old?.kind === "run" ? formatOf(old) : old?.shared);
      const now = own === undefined ? undefined : (made.get(own) ?? own);
      if (now === undefined) continue;
      this.#nodes.bind(child.getKey(), now);
      if (kept.has(child.getKey())) writeProperties(now, child, undefined);
    }
    for (const [token, type] of made) if (token instanceof NewNode) this.#nodes.bind(token.node.getKey(), type);
    this.#nodes.pieces.set(shared, this.#nodes.withKeys(readPieces(shared)));
  }

  #insert(
    shared: Y.XmlText,
    at: number,
    tokens: readonly (TextToken | NewNode)[],
    nodes: ReadonlyMap<SharedNode, LexicalNode>,
    made: Map<SharedNode | NewNode, SharedNode>,
  ): void {
    let position = at;
    let text = "";
    const flush = () => {
      if (text !== "") shared.insert(position, text);
      position += text.length;
      text = "";
    };
    for (const token of tokens) {
      if (typeof token === "string") {
        text += token;
        continue;
      }
      flush();
      const node = token instanceof NewNode ? token.node : nodes.get(token);
      if (node === undefined) continue;
      const type = newShared(node);
      shared.insertEmbed(position, type as object);
      position += 1;
      made.set(token, type);
      writeProperties(type, node, undefined);
      if ($isElementNode(node) && type instanceof Y.XmlText) this.#writeChildren(type, node);
    }
    flush();
  }

  /**
   * The first edit of an empty document is made in the placeholder. It becomes a paragraph of the document, in a transaction of its own
   * that undo does not know.
   */
  #createParagraph(touched: Set<NodeKey>): void {
    const key = this.#placeholder;
    if (key === undefined || !(touched.has("root") || touched.has(key))) return;
    const node = $getNodeByKey(key);
    const isEmpty = $isElementNode(node) && node.isEmpty() && isPlain(node) && $getRoot().getChildrenSize() === 1;
    if (isEmpty && node.isAttached()) return;
    this.#placeholder = undefined;
    if (!$isElementNode(node) || !node.isAttached()) return;
    if (this.#foreign.size === 0 && this.root.length === 0) {
      this.#isCreatingParagraph = true;
      Y.applyUpdate(this.doc, initialParagraph, initialParagraph);
      this.#isCreatingParagraph = false;
      const [piece] = readPieces(this.root);
      if (piece?.kind === "embed" && piece.shared instanceof Y.XmlText) {
        const { shared } = piece;
        this.#nodes.bind(key, shared);
        this.#nodes.pieces.set(shared, []);
        this.#nodes.pieces.set(this.root, this.#nodes.withKeys([piece]));
        this.doc.transact(() => writeProperties(shared, node, undefined), this);
      }
    }
    touched.add("root");
    touched.add(key);
  }

  // ---- from the document to the editor

  readonly #observed = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[], { origin }: Y.Transaction): void => {
    if (origin === this || this.#isCreatingParagraph) return;
    const texts = new Map<Y.XmlText, readonly Delta[]>();
    const nodes = new Set<SharedNode>();
    for (const event of events) {
      const target: unknown = event.target;
      const isState = event.target._item?.parentSub === "__state";
      const changed: unknown = isState ? event.target.parent : target;
      if (changed instanceof Y.XmlText) {
        if (!isState && event.delta.length > 0) texts.set(changed, event.delta);
        nodes.add(changed);
      } else if (changed instanceof Y.Map || changed instanceof Y.XmlElement) {
        nodes.add(changed as SharedNode);
        // Runs whose formats have become equal are one.
        const { parent } = changed;
        if (changed instanceof Y.Map && parent instanceof Y.XmlText && !texts.has(parent)) texts.set(parent, []);
      }
    }
    for (const [text, delta] of texts) this.#foreign.set(text, [...(this.#foreign.get(text) ?? []), delta]);
    const { editor } = this;
    const isEdited =
      editor._updating ||
      (editor._pendingEditorState !== null && editor._dirtyType !== 0) ||
      editor.getEditorState() !== this.#writtenState;
    this.#update(
      () => {
        const pending = editor._pendingEditorState;
        if (isEdited && pending !== null && editor.getEditorState() !== this.#writtenState) this.#writeAll(pending);
        else if (isEdited && pending !== null)
          this.#write(pending, editor.getEditorState(), editor._dirtyElements, new Set(editor._dirtyLeaves));
        const changed = [...this.#foreign.keys()];
        this.#foreign.clear();
        this.#read(changed, nodes);
      },
      origin === this.undoManager ? HISTORIC_TAG : COLLABORATION_TAG,
      isEdited,
    );
  };

  /** @param isEdited whether what it leads to may also hold edits of this user. */
  #update(read: () => void, tag: string, isEdited: boolean): void {
    const { editor } = this;
    const tags = [tag, SKIP_SCROLL_INTO_VIEW_TAG];
    const update = () => {
      try {
        read();
      } catch (error) {
        this.#report(error);
        this.#readAll();
      }
      this.#showPlaceholder();
      this.#restoreSelection();
      if (!isEdited) this.#readState = editor._pendingEditorState;
    };
    // Within an update, this one is a part of it.
    if (editor._updating) return editor.update(update, { skipTransforms: true, tag: tags });
    editor.update(update, { skipTransforms: true, tag: tags, discrete: true });
    this.#readState = null;
    // Lexical would give them to the next update if this one has changed nothing.
    for (const each of tags) editor._updateTags.delete(each);
  }

  #readAll(): void {
    const root = $getRoot();
    for (const child of root.getChildren()) child.remove(true);
    this.#nodes.sharedOf.clear();
    this.#placeholder = undefined;
    this.#nodes.bind("root", this.root);
    this.#nodes.pieces.set(this.root, []);
    $readProperties(this.root, root);
    this.#readChildren(this.root, root, 0);
  }

  #read(texts: Iterable<Y.XmlText>, nodes: Iterable<SharedNode>): void {
    for (const shared of nodes) {
      const node = this.#nodes.nodeOf(shared);
      if (node !== null && !isDeleted(shared)) $readProperties(shared, node);
    }
    for (const shared of texts) {
      const node = this.#nodes.nodeOf(shared);
      if ($isElementNode(node) && !isDeleted(shared)) this.#readChildren(shared, node, 0);
    }
  }

  #readChildren(shared: Y.XmlText, element: ElementNode, depth: number): void {
    const before = this.#nodes.pieces.get(shared) ?? [];
    const pieces = readPieces(shared);
    const used = new Set<NodeKey>();
    const shown: LexicalNode[] = [];
    // Each is looked at once: a node that fits no piece fits none of those behind it.
    const formless = before.filter((each) => each.kind === "run" && formatOf(each) === undefined).values();
    for (const piece of pieces) {
      const kept = this.#keptNode(piece, formless, element, used);
      const node = kept ?? this.#newNode(piece, element, depth);
      if (node === undefined) continue;
      piece.key = node.getKey();
      used.add(piece.key);
      shown.push(node);
      if (piece.kind === "run") {
        const map = formatOf(piece);
        if (map !== undefined) {
          this.#nodes.bind(piece.key, map);
          $readProperties(map, node);
        }
        if ($isTextNode(node) && node.__text !== piece.text) node.setTextContent(piece.text);
      }
    }
    for (const piece of before) if (piece.key !== undefined && !used.has(piece.key)) this.#nodes.forget(piece);
    for (const child of element.getChildren()) if (!used.has(child.getKey())) child.remove(true);
    this.#nodes.pieces.set(shared, pieces);
    if (element.getChildrenSize() === 0) return void element.splice(0, 0, shown);
    let previous: LexicalNode | null = null;
    for (const node of shown) {
      const isLinked = node.__parent === element.getKey() && node.getPreviousSibling()?.getKey() === previous?.getKey();
      if (!isLinked && previous !== null) previous.insertAfter(node, false);
      else if (!isLinked) element.getFirstChild()?.insertBefore(node, false);
      previous = node;
    }
  }

  /** The node that shows a piece already. */
  #keptNode(
    piece: TextPiece,
    formless: Iterable<TextPiece>,
    element: ElementNode,
    used: ReadonlySet<NodeKey>,
  ): LexicalNode | undefined {
    const fits = (key: NodeKey | undefined): LexicalNode | undefined => {
      if (key === undefined || used.has(key)) return undefined;
      const node = $getNodeByKey(key);
      return node !== null && node.__parent === element.getKey() ? node : undefined;
    };
    if (piece.kind === "embed") {
      const known = fits(this.#nodes.keyOf.get(piece.shared));
      if (known !== undefined) return known;
      // The first paragraph of another user takes the place of the placeholder, with the caret that is in it.
      const placeholder = fits(this.#placeholder);
      if (placeholder === undefined || typeOf(piece.shared) !== placeholder.getType()) return undefined;
      if (!$isElementNode(placeholder) || !placeholder.isEmpty() || !(piece.shared instanceof Y.XmlText))
        return undefined;
      this.#placeholder = undefined;
      this.#nodes.bind(placeholder.getKey(), piece.shared);
      $readProperties(piece.shared, placeholder);
      this.#readChildren(piece.shared, placeholder, 0);
      return placeholder;
    }
    if (piece.text === "") return undefined;
    const format = formatOf(piece);
    const type = format === undefined ? "text" : typeOf(format);
    const isOfType = (node: LexicalNode | undefined) => $isTextNode(node) && node.getType() === type;
    const known = piece.heads.map(({ map }) => fits(this.#nodes.keyOf.get(map))).find(isOfType);
    if (known !== undefined || format !== undefined) return known;
    for (const { key } of formless) {
      const node = fits(key);
      if (isOfType(node)) return node;
    }
    return undefined;
  }

  /** Undefined if the editor cannot show the piece, or if there is nothing to show. */
  #newNode(piece: TextPiece, parent: ElementNode, depth: number): LexicalNode | undefined {
    if (piece.kind === "run" && piece.text === "") return undefined;
    const source = piece.kind === "run" ? formatOf(piece) : piece.shared;
    const type = source === undefined ? "text" : typeOf(source);
    const info = type === undefined ? undefined : this.editor._nodes.get(type);
    if (info === undefined || depth > maxDepth) return undefined;
    let made: LexicalNode | undefined;
    this.#attempt(() => {
      const node = new (info.klass as unknown as new () => LexicalNode)();
      const isOfKind =
        piece.kind === "run"
          ? $isTextNode(node)
          : (piece.shared instanceof Y.XmlText && $isElementNode(node) && !$isRootNode(node)) ||
            (piece.shared instanceof Y.XmlElement && $isDecoratorNode(node)) ||
            (piece.shared instanceof Y.Map && $isLineBreakNode(node));
      if (!isOfKind || ($isRootNode(parent) && !$isElementNode(node) && !$isDecoratorNode(node))) return;
      if (source !== undefined) {
        $readProperties(source, node);
        this.#nodes.bind(node.getKey(), source);
      }
      if ($isElementNode(node) && source instanceof Y.XmlText) this.#readChildren(source, node, depth + 1);
      made = node;
    });
    return made;
  }

  #showPlaceholder(): void {
    const root = $getRoot();
    if (!root.isEmpty()) return;
    const paragraph = $createParagraphNode();
    root.append(paragraph);
    this.#placeholder = paragraph.getKey();
    if ($isRangeSelection($getSelection())) paragraph.select();
  }

  #attempt(action: () => void): boolean {
    try {
      action();
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    }
  }

  /** The handler of an application may throw. That must not keep what follows from being shared. */
  #report(error: unknown): void {
    try {
      this.editor._onError(error instanceof Error ? error : new Error(String(error)));
    } catch (thrown) {
      queueMicrotask(() => {
        throw thrown;
      });
    }
  }
}

const isDeleted = (shared: SharedNode): boolean => shared._item?.deleted ?? false;

function units(text: string): string[] {
  // Code units, which is what positions of Yjs count.
  return text.split("");
}

const isPlain = (node: ElementNode): boolean =>
  node.__format === 0 &&
  node.__indent === 0 &&
  node.__style === "" &&
  $isParagraphNode(node) &&
  node.__textFormat === 0;
