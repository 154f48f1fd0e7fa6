/** Reads blocks of Markdown into tokens. Time and depth are bounded, whatever the text is. */
import { Lexer } from "marked";
import type { Links, MarkedToken as MarkdownToken, Token, TokensList } from "marked";

export type { Links, MarkdownToken };

/** Quotes and lists within each other, at most. What is deeper is text. */
const deepest = 16;
/** Text is read in pieces: the time of one piece grows faster than its length, and with what could open a link or an emphasis. */
const pieceLength = 4000;
const pieceMarkers = 120;

/** The library's lexer, with bounds. */
class BoundedLexer extends Lexer {
  #depth = 0;

  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(source: string, into: Token[] = [], lastParagraphClipped?: boolean): Token[] {
    if (this.#depth >= deepest) {
      into.push({ type: "text", raw: source, text: source });
      return into;
    }
    this.#depth++;
    try {
      return super.blockTokens(source, into, lastParagraphClipped);
    } finally {
      this.#depth--;
    }
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    for (const piece of piecesOf(source)) super.inlineTokens(piece, tokens);
    return tokens;
  }
}

/** The tokens of one block, with the addresses that links may name. */
export function lexBlock(source: string, links: Links): readonly MarkdownToken[] {
  const lexer = new BoundedLexer({ gfm: true });
  Object.assign(lexer.tokens.links, links);
  return lexer.lex(source) as readonly MarkdownToken[];
}

/** The addresses that lines such as `[docs]: https://example.com` define. */
export function linksOf(definitions: string): Links {
  if (definitions === "") return {};
  return new BoundedLexer({ gfm: true }).lex(definitions).links;
}

function piecesOf(source: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  let space = 0;
  let markers = 0;
  for (let at = 0; at < source.length; at++) {
    const character = source[at]!;
    if (character === " " || character === "\n") space = at;
    if (markerCharacters.has(character)) markers++;
    if (at - start < pieceLength && markers < pieceMarkers) continue;
    const end = space > start ? space : at + 1;
    pieces.push(source.slice(start, end));
    start = end;
    markers = 0;
  }
  if (start < source.length) pieces.push(source.slice(start));
  return pieces;
}

const markerCharacters: ReadonlySet<string> = new Set("[]()*_~`<!&:@.\\");
