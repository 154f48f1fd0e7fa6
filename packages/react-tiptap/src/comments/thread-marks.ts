/**
 * The commented text of one editor: which elements show which thread, and what is said of threads by their looks. This is state of
 * the page and not of the document, so it is set on the elements, and no key that is typed looks at it.
 */

/** The class of text that has a thread. */
export const threadMarkClass = "lb-tiptap-thread-mark";
/** The attribute that has the thread's id. */
export const threadIdAttribute = "data-lb-thread-id";

interface MarkedElement {
  readonly threadId: string;
  /** What the document says: another client has found that the thread is gone. */
  readonly isOrphan: boolean;
}

/** The elements of commented text, by thread. */
export class ThreadMarks {
  readonly #marks = new Map<HTMLElement, MarkedElement>();
  readonly #byThread = new Map<string, Set<HTMLElement>>();
  readonly #listeners = new Set<() => void>();
  #selected: string | null = null;
  #hovered: string | null = null;
  #isOrphan: ((threadId: string) => boolean | undefined) | undefined;
  #version = 0;
  #isTellingDue = false;

  /** The thread that was clicked, or selected by the application. */
  get selected(): string | null {
    return this.#selected;
  }

  /** Changes with every mark that appears or disappears, and with what is selected. */
  get version(): number {
    return this.#version;
  }

  /** Calls back after changes, once for those of one task, until the answered function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** An element shows text of a thread. */
  add(element: HTMLElement, mark: MarkedElement): void {
    this.#marks.set(element, mark);
    let elements = this.#byThread.get(mark.threadId);
    if (elements === undefined) this.#byThread.set(mark.threadId, (elements = new Set()));
    elements.add(element);
    this.#show(element, mark);
    this.#changed();
  }

  /** It is no longer in the text. */
  remove(element: HTMLElement): void {
    const mark = this.#marks.get(element);
    if (mark === undefined) return;
    this.#marks.delete(element);
    const elements = this.#byThread.get(mark.threadId);
    elements?.delete(element);
    if (elements?.size === 0) this.#byThread.delete(mark.threadId);
    this.#changed();
  }

  /** The elements of a thread, in the order of the text. */
  elementsOf(threadId: string): readonly HTMLElement[] {
    const elements = Array.from(this.#byThread.get(threadId) ?? []).filter(({ isConnected }) => isConnected);
    return elements.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  }

  /** Whether text shows a thread as one that is open. */
  isShown(threadId: string): boolean {
    for (const element of this.#byThread.get(threadId) ?? [])
      if (element.isConnected && element.dataset["orphan"] === undefined) return true;
    return false;
  }

  /** Null selects none. */
  select(threadId: string | null): void {
    if (threadId === this.#selected) return;
    const before = this.#selected;
    this.#selected = threadId;
    this.#showThreads(before, threadId);
    this.#changed();
  }

  /** The pointer is on text of this thread, or on the thread beside the text. */
  hover(threadId: string | null): void {
    if (threadId === this.#hovered) return;
    const before = this.#hovered;
    this.#hovered = threadId;
    this.#showThreads(before, threadId);
  }

  /** Says which threads are resolved or deleted; of those that it answers undefined for, the document has the last word. */
  setOrphans(isOrphan: (threadId: string) => boolean | undefined): void {
    this.#isOrphan = isOrphan;
    for (const [element, mark] of this.#marks) this.#show(element, mark);
    if (this.#selected !== null && isOrphan(this.#selected) === true) this.#selected = null;
    this.#changed();
  }

  /** The open threads at a place of the page, the innermost first. */
  threadsAt(target: EventTarget | null): readonly string[] {
    const found: string[] = [];
    let element = target instanceof Element ? target.closest<HTMLElement>(`[${threadIdAttribute}]`) : null;
    while (element !== null) {
      const mark = this.#marks.get(element);
      if (mark !== undefined && element.dataset["orphan"] === undefined) found.push(mark.threadId);
      element = element.parentElement?.closest<HTMLElement>(`[${threadIdAttribute}]`) ?? null;
    }
    return found;
  }

  #showThreads(...threadIds: readonly (string | null)[]): void {
    for (const threadId of threadIds)
      for (const element of this.#byThread.get(threadId ?? "") ?? []) {
        const mark = this.#marks.get(element);
        if (mark !== undefined) this.#show(element, mark);
      }
  }

  #show(element: HTMLElement, { threadId, isOrphan }: MarkedElement): void {
    const isGone = this.#isOrphan?.(threadId) ?? isOrphan;
    element.toggleAttribute("data-hovered", !isGone && threadId === this.#hovered);
    element.classList.toggle(`${threadMarkClass}-selected`, !isGone && threadId === this.#selected);
    if (isGone) element.dataset["orphan"] = "true";
    else delete element.dataset["orphan"];
  }

  #changed(): void {
    this.#version++;
    if (this.#isTellingDue) return;
    this.#isTellingDue = true;
    queueMicrotask(() => {
      this.#isTellingDue = false;
      for (const listener of Array.from(this.#listeners)) listener();
    });
  }
}
