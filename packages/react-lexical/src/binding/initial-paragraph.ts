/** The paragraph that an empty document begins with. */

/** The client id of its author. No client chooses it but by chance, one in four billion times. */
export const initialParagraphAuthor = 0x77_65_66_74;

/**
 * An update of Yjs with an empty paragraph in the text `root`, always by the same author at the same time: users who begin a document
 * at once, or offline, add one paragraph and not one each. It must never change, because two updates of one author and time must be
 * the same.
 */
export const initialParagraph: Uint8Array = Uint8Array.from(
  atob(
    "AQj0zJW7BwAHAQRyb290BigA9MyVuwcABl9fdHlwZQF3CXBhcmFncmFwaCgA9MyVuwcACF9fZm9ybWF0AX0AKAD0zJW7BwAHX19zdHlsZQF3ACgA9MyVuwcA" +
      "CF9faW5kZW50AX0AKAD0zJW7BwAFX19kaXIBfigA9MyVuwcADF9fdGV4dEZvcm1hdAF9ACgA9MyVuwcAC19fdGV4dFN0eWxlAXcAAA==",
  ),
  (letter) => letter.charCodeAt(0),
);
