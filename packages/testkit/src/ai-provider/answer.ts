/** What a provider's model answers, before it is put into the wire format of one provider. */

/** A piece of an answer, in the order in which it is streamed. */
export type ProviderPiece =
  | { readonly text: string }
  | { readonly reasoning: string }
  /** The arguments are JSON text, or pieces of it. */
  | { readonly call: { readonly id: string; readonly name: string; readonly arguments: string | readonly string[] } }
  /** Calls whose arguments arrive in turns; only OpenAI and compatible providers stream like that. */
  | {
      readonly calls: readonly {
        readonly id: string;
        readonly name: string;
        readonly arguments: readonly string[];
      }[];
    }
  /** A search of the web by the provider (OpenAI, Anthropic). */
  | { readonly search: { readonly id: string; readonly query: string; readonly pages: readonly ProviderPage[] } }
  /** Text with a page that it cites (OpenAI, Anthropic). */
  | { readonly cited: string; readonly page: ProviderPage }
  /** The stream goes on when this resolves. */
  | { readonly wait: Promise<unknown> }
  /** An error in the stream, after the status 200. */
  | { readonly error: ProviderFault }
  /** The connection is cut; nothing more is sent; or what is sent is not of the format. */
  | "cut"
  | "hang"
  | "garbage";

export interface ProviderPage {
  readonly url: string;
  readonly title?: string;
}

export type ProviderFinish = "stop" | "length" | "filter";

export type ProviderFault =
  | "schema"
  | "request"
  | "key"
  | "permission"
  | "rate"
  | "quota"
  | "internal"
  | "overloaded"
  | "unavailable";

export type ProviderAnswer =
  | {
      readonly pieces: readonly ProviderPiece[];
      /** How the model stopped; "stop" unless given. */
      readonly finish?: ProviderFinish;
    }
  /** Refused with the status and the body that the provider documents for it. */
  | { readonly fault: ProviderFault }
  /** Neither a status nor a byte. */
  | "silence";

/** Tokens that every answer reports. */
export const providerUsage = { input: 11, output: 7 };

/** An event of a stream of server-sent events. */
export interface ProviderEvent {
  readonly event?: string;
  readonly data: object | string;
}

/** The wire format of a provider's API. */
export interface ProviderFormat {
  /** The piece is one that only tells how the stream goes on: those are carried out by the server. */
  events(answer: FormattedAnswer): Iterable<ProviderEvent | StreamStep>;
  /** The same as one JSON body; pieces other than text are left out. */
  whole(text: string, model: string): object;
  fault(fault: ProviderFault): { readonly status: number; readonly body: object };
  /** What ends the stream with an error. */
  streamFault(fault: ProviderFault): ProviderEvent;
}

export interface FormattedAnswer {
  readonly pieces: readonly ProviderPiece[];
  readonly finish: ProviderFinish;
  readonly model: string;
}

/** A step of a stream that is none of the format. */
export type StreamStep = "cut" | "hang" | "garbage" | { readonly wait: Promise<unknown> };

export function isStreamStep(piece: ProviderPiece | ProviderEvent | StreamStep): piece is StreamStep {
  return typeof piece === "string" || "wait" in piece;
}

export function textOf(answer: readonly ProviderPiece[]): string {
  return answer
    .map((piece) =>
      typeof piece === "string" ? "" : "text" in piece ? piece.text : "cited" in piece ? piece.cited : "",
    )
    .join("");
}

/** The pieces of a call's arguments. */
export function piecesOf(given: string | readonly string[]): readonly string[] {
  return typeof given === "string" ? [given] : given;
}
