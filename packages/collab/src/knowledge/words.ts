/**
 * Divides texts and queries into the terms by which passages are found. Both databases index the same terms: what they are
 * does not depend on a tokenizer or a locale.
 *
 *   text ─► folded (compatibility forms, case, accents) ─► words ─► letters of Latin: the word
 *                                                             ├─► scripts written without spaces: characters, and pairs
 *                                                             └─► everything else: the word, encoded in digits
 *
 * - The work and the result are proportional to the length of the text.
 * - A term consists of `a` to `z` and digits. One that encodes other characters ends with a digit, so that no stemmer
 *   changes it.
 */

/** Characters of a word that are indexed. */
const longest = 64;

/** Marks of Latin, Greek, Cyrillic, Hebrew and Arabic that a reader may leave out, and characters that are not drawn. */
const leftOut =
  // oxlint-disable-next-line no-misleading-character-class -- each mark counts by itself
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\ufe00-\ufe0f\u0640]|\p{Cf}/gu;
/** Letters that a decomposition leaves whole. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ς: "σ",
  ى: "ي",
  ی: "ي",
  ک: "ك",
};
const wholeLetters = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "gu");
const isAscii = /^[\0-\x7f]*$/;
/** Marks in a row beyond those that any script puts on a letter: to sort many of them takes time in the square of their number. */
const manyMarks = /(\p{M}{16})\p{M}+/gu;

/** A text as another one with the same letters is written: whatever its case, its accents and its width. */
export function folded(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  return (
    text
      .replaceAll(manyMarks, "$1")
      .normalize("NFKD")
      .replaceAll(leftOut, "")
      // Upper case first: it writes ß as SS, and folds letters with two small forms.
      .toUpperCase()
      .toLowerCase()
      .replaceAll(leftOut, "")
      .replaceAll(wholeLetters, (letter) => plainLetters[letter]!)
      .normalize("NFC")
  );
}

const unspaced =
  "\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Bopomofo}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}";
const letters = "\\p{L}\\p{N}\\p{M}";
/** A run of characters of scripts that are written without spaces, or with endings glued to words; or any other word. */
const runs = new RegExp(`(?<run>[[${letters}]&&[${unspaced}]]+)|[[${letters}]--[${unspaced}]]+`, "gv");
/** A character with its marks. */
const characters = /\P{M}\p{M}*|\p{M}+/gu;

/** A word of a text, or a run of characters that holds several. */
interface Run {
  readonly text: string;
  readonly isUnspaced: boolean;
}

function* runsOf(text: string): Generator<Run> {
  for (const { 0: run, groups } of folded(text).matchAll(runs))
    yield { text: run, isUnspaced: groups?.["run"] !== undefined };
}

/** A term that holds only letters and digits of ASCII. */
function termOf(word: string): string {
  if (isAscii.test(word)) return word;
  let digits = "u";
  for (let at = 0; at < word.length; at++) digits += String(word.charCodeAt(at)).padStart(5, "0");
  return digits;
}

/** The terms of a text, in their order, separated by spaces: what is indexed of it. */
export function indexedTerms(text: string): string {
  const terms: string[] = [];
  for (const run of runsOf(text)) {
    if (!run.isUnspaced) terms.push(termOf(run.text.slice(0, longest)));
    else {
      let before = "";
      for (const [character] of run.text.matchAll(characters)) {
        if (before !== "") terms.push(termOf(before + character));
        // Queries of one character find it, too.
        terms.push(termOf(character.slice(0, longest)));
        before = character.slice(0, longest);
      }
    }
  }
  return terms.join(" ");
}

/** A word of a query, as users see it, and as it is searched. */
export interface QueryTerm {
  readonly word: string;
  readonly term: string;
}

/** The terms of a query: pairs of characters where a run has more than one. */
export function* queryTerms(query: string): Generator<QueryTerm> {
  const term = (word: string): QueryTerm => ({ word, term: termOf(word) });
  for (const run of runsOf(query)) {
    if (!run.isUnspaced) yield term(run.text.slice(0, longest));
    else {
      const found = Array.from(run.text.matchAll(characters), ([character]) => character.slice(0, longest));
      if (found.length === 1) yield term(found[0]!);
      else for (let at = 1; at < found.length; at++) yield term(found[at - 1]! + found[at]!);
    }
  }
}
