/**
 * A place in a text, such as what is selected, beside which something floats. Its rectangles are in the coordinates of the window, and are
 * asked for again when the page scrolls or changes its size. Where the place itself changes, another object is given.
 */
export interface EditorAnchor {
  readonly getBoundingClientRect: () => DOMRect;
  /** One rectangle for each line. With them, what floats is beside the line nearest to it. */
  readonly getClientRects?: () => DOMRectList | DOMRect[];
  /** The element of the editor. What scrolls around it moves the place. */
  readonly contextElement?: Element;
}

/**
 * The anchor of a range of the document.
 *
 * @example
 * const range = getSelection()?.getRangeAt(0);
 * const anchor = range === undefined ? null : anchorOfRange(range, editorElement);
 */
export function anchorOfRange(range: Range, contextElement: Element): EditorAnchor {
  return {
    getBoundingClientRect: () => range.getBoundingClientRect(),
    getClientRects: () => range.getClientRects(),
    contextElement,
  };
}
