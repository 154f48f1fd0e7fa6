import { useEffect, useRef, useState } from "react";
import type {
  ContextualPromptContext,
  ContextualPromptResolver,
  ContextualPromptResponse,
} from "./contextual-prompt.ts";

/**
 * asking ──ask──► thinking ──answer──► reviewing ──ask, retry──► thinking.   A failure and `cancel` lead from thinking to asking.
 * What the user has written stays until it has been answered.
 */
export type AiToolbarState =
  | {
      readonly phase: "asking";
      /** What the user writes. */
      readonly customPrompt: string;
      /** Why the last request failed. */
      readonly error?: Error;
    }
  | {
      readonly phase: "thinking";
      readonly customPrompt: string;
      /** What was asked. */
      readonly prompt: string;
    }
  | {
      readonly phase: "reviewing";
      readonly customPrompt: string;
      readonly prompt: string;
      readonly response: ContextualPromptResponse;
    };

/** What an `AiToolbarPanel` shows, and what its buttons do. */
export interface AiToolbarModel {
  readonly state: AiToolbarState;
  readonly setCustomPrompt: (text: string) => void;
  /** Asks the copilot. While a proposal is reviewed, it follows that up. */
  readonly ask: (prompt: string) => void;
  /** Asks the same again, for another proposal. */
  readonly retry: () => void;
  /** Ends the request. */
  readonly cancel: () => void;
}

/** What `useAiToolbar` needs. */
export interface AiToolbarOptions {
  /** What is selected in the text, and what is around it, when the copilot is asked. */
  readonly contextOf: () => ContextualPromptContext;
  readonly resolve: ContextualPromptResolver;
  /** Asked when the toolbar is opened. */
  readonly initialPrompt?: string;
  /** Shows a proposal in the text. Without one, the text is shown as it is: it was refused, or another one is asked for. */
  readonly onPreview?: (response: ContextualPromptResponse | undefined) => void;
}

/**
 * Asks a copilot of a text, for an `AiToolbarPanel`. A request ends when the component is unmounted.
 *
 * @example
 * const toolbar = useAiToolbar({ contextOf, resolve: useContextualPrompt() });
 */
export function useAiToolbar({ initialPrompt, ...options }: AiToolbarOptions): AiToolbarModel {
  const [state, setState] = useState<AiToolbarState>({ phase: "asking", customPrompt: "" });
  const request = useRef<AbortController>(undefined);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  const send = (
    prompt: string,
    previous?: { readonly prompt: string; readonly response: ContextualPromptResponse },
  ) => {
    request.current?.abort();
    const controller = new AbortController();
    request.current = controller;
    const { contextOf, resolve, onPreview } = latest.current;
    if (state.phase === "reviewing") onPreview?.(undefined);
    setState(({ customPrompt }) => ({ phase: "thinking", customPrompt, prompt }));
    const { signal } = controller;
    // Also a failure of `contextOf` is shown.
    const answer = async () =>
      resolve({ prompt, context: contextOf(), ...(previous === undefined ? {} : { previous }), signal });
    answer().then(
      (response) => {
        if (signal.aborted) return;
        setState({ phase: "reviewing", customPrompt: "", prompt, response });
        latest.current.onPreview?.(response);
      },
      (error: unknown) => {
        if (signal.aborted) return;
        setState(({ customPrompt }) => ({
          phase: "asking",
          customPrompt,
          error: error instanceof Error ? error : new Error(String(error)),
        }));
      },
    );
  };

  const first = useRef({ initialPrompt, send });
  useEffect(() => {
    const { initialPrompt: prompt, send: sendFirst } = first.current;
    if (prompt !== undefined) sendFirst(prompt);
    return () => request.current?.abort();
  }, []);

  return {
    state,
    setCustomPrompt: (customPrompt) => setState((before) => ({ ...before, customPrompt })),
    ask(prompt) {
      const { phase } = state;
      send(prompt, phase === "reviewing" ? { prompt: state.prompt, response: state.response } : undefined);
    },
    retry() {
      if (state.phase === "reviewing") send(state.prompt);
    },
    cancel() {
      request.current?.abort();
      setState(({ customPrompt }) => ({ phase: "asking", customPrompt }));
    },
  };
}
