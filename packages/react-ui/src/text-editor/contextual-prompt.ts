/** What a user asks a copilot of a text, and what it proposes (client-api 8.5). */
import { WeftError } from "@weft/client";
import { useRoom } from "@weft/react";
import { useCallback } from "react";

/** What is selected in a text, and what is around it. */
export interface ContextualPromptContext {
  readonly beforeSelection: string;
  readonly selection: string;
  readonly afterSelection: string;
}

/** What is proposed: to insert a text after the selection, to replace the selection by it, or an answer that is no part of the text. */
export interface ContextualPromptResponse {
  readonly type: "insert" | "replace" | "other";
  readonly text: string;
}

/** What is asked. */
export interface ContextualPromptArgs {
  readonly prompt: string;
  readonly context: ContextualPromptContext;
  /** What was asked and proposed before, if this follows it up. */
  readonly previous?: { readonly prompt: string; readonly response: ContextualPromptResponse };
  /** Ends the request. */
  readonly signal: AbortSignal;
}

/** Answers a prompt. */
export type ContextualPromptResolver = (args: ContextualPromptArgs) => Promise<ContextualPromptResponse>;

/**
 * Reads the answer of a copilot: JSON with a `type` and a `text`.
 *
 * @throws Error if it is something else.
 *
 * @example
 * parseContextualPrompt('{"type":"insert","text":"Hello"}');
 */
export function parseContextualPrompt(answer: string): ContextualPromptResponse {
  let read: unknown;
  try {
    read = JSON.parse(answer);
  } catch (cause) {
    throw new Error("The copilot's answer is not JSON.", { cause });
  }
  const { type, text } = (read ?? {}) as { readonly type?: unknown; readonly text?: unknown };
  if (typeof text !== "string" || (type !== "insert" && type !== "replace" && type !== "other"))
    throw new Error("The copilot's answer has no text, or no type that is known.");
  return { type, text };
}

/** Milliseconds before a request is sent again. */
const waitsMs = [1_000, 2_000] as const;

/**
 * A function that answers prompts: the application's, or by the server's copilot. That is asked again, twice, while it fails for reasons that
 * may pass: not when the server refuses the request, or has no copilot.
 *
 * @example
 * const resolve = useContextualPrompt();
 * const { type, text } = await resolve({ prompt: "Shorten", context, signal });
 */
export function useContextualPrompt(resolver?: ContextualPromptResolver): ContextualPromptResolver {
  const room = useRoom();
  const ask = useCallback<ContextualPromptResolver>(
    (args) => retried(async () => parseContextualPrompt(await room.executeContextualPrompt(args)), args.signal),
    [room],
  );
  return resolver ?? ask;
}

async function retried<T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      return await run();
    } catch (error) {
      signal.throwIfAborted();
      if (isFinal(error)) throw error;
      await wait(waitMs, signal);
    }
  }
  return run();
}

/** The server has refused the request, or has no copilot at all. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof WeftError) || error.status === undefined) return false;
  return error.status < 500 || error.status === 501;
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}
