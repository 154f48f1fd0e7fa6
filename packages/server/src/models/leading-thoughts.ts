/** A piece of an answer, or of the thoughts before it. */
export interface SaidPiece {
  readonly type: "text" | "reasoning";
  readonly text: string;
}

export interface LeadingThoughts {
  take(text: string): readonly SaidPiece[];
  /** What was held back, at the end. */
  end(): readonly SaidPiece[];
}

const open = "<think>";
const close = "</think>";
/** A text that begins with more whitespace than this has no thoughts. */
const longestBlank = 1_000;
const blank = /^\s*/;

/**
 * Models that are served as they are begin their text with `<think>…</think>`: that is reasoning. Such a tag further on is text,
 * which may be about the tag. Thoughts that do not end are reasoning to the end of the text.
 */
export function createLeadingThoughts(): LeadingThoughts {
  let state: "before" | "thinking" | "speaking" = "before";
  /** The end of the text so far, which may begin a tag. */
  let held = "";
  let hasThought = false;

  function take(text: string): readonly SaidPiece[] {
    if (state === "speaking") return [{ type: "text", text }];
    held += text;
    if (state === "before") {
      const said = held.replace(blank, "");
      if (held.length - said.length > longestBlank) return speak();
      if (said === "" || (said.length < open.length && open.startsWith(said))) return [];
      if (!said.startsWith(open)) return speak();
      state = "thinking";
      hasThought = true;
      held = said.slice(open.length);
    }
    const at = held.indexOf(close);
    if (at !== -1) {
      const thought = held.slice(0, at);
      const rest = held.slice(at + close.length);
      held = "";
      state = "before";
      return [...spoken("reasoning", thought), ...(rest === "" ? [] : take(rest))];
    }
    const kept = lengthOfBegun(held);
    const thought = held.slice(0, held.length - kept);
    held = kept === 0 ? "" : held.slice(-kept);
    return spoken("reasoning", thought);
  }

  function speak(): readonly SaidPiece[] {
    const text = hasThought ? held.replace(blank, "") : held;
    state = "speaking";
    held = "";
    return spoken("text", text);
  }

  return {
    take,
    end: () => (state === "thinking" ? spoken("reasoning", held) : speak()),
  };
}

/** How much of a text's end may be the beginning of the closing tag. */
function lengthOfBegun(text: string): number {
  for (let length = Math.min(text.length, close.length - 1); length > 0; length--)
    if (text.endsWith(close.slice(0, length))) return length;
  return 0;
}

function spoken(type: SaidPiece["type"], text: string): readonly SaidPiece[] {
  return text === "" ? [] : [{ type, text }];
}
