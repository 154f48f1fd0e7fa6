import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { RefObject } from "react";
import { usePalette } from "../theme/use-theme.ts";
import { Preview } from "./preview.ts";
import type { PreviewState } from "./preview.ts";
import { playgroundFile, playgroundName } from "./playground.ts";
import type { Playground } from "./playground.ts";
import type { Files } from "@weft/example-tutorial-runner/messages";

/** Who sits at the two windows. */
export const people = ["Ada", "Grace"] as const;

/** How long the second window waits for the first to be in the room. */
const opensWithinMs = 2_000;

export interface Previews {
  readonly places: readonly [RefObject<HTMLDivElement | null>, RefObject<HTMLDivElement | null>];
  readonly states: readonly [PreviewState, PreviewState];
  /** Runs a program in both windows; answers them once it runs in both, and nothing where it does not. */
  readonly run: (
    files: Files,
    playground: Omit<Playground, "myName">,
  ) => Promise<readonly [Preview, Preview] | undefined>;
}

const starting: PreviewState = { kind: "starting" };

/** The two windows of the preview. */
export function usePreviews(): Previews {
  const palette = usePalette();
  const first = useRef<HTMLDivElement>(null);
  const second = useRef<HTMLDivElement>(null);
  const pair = useRef<readonly [Preview, Preview]>(undefined);
  const [states, setStates] = useState<readonly [PreviewState, PreviewState]>([starting, starting]);
  const worn = useRef(palette);
  const generation = useRef(0);

  useEffect(() => {
    const open = (seat: 0 | 1, place: HTMLElement) =>
      new Preview(place, {
        title: `${people[seat]}’s window`,
        palette: worn.current,
        onState: (state) => setStates(([ada, grace]) => (seat === 0 ? [state, grace] : [ada, state])),
      });
    const opened = [open(0, first.current!), open(1, second.current!)] as const;
    pair.current = opened;
    return () => {
      pair.current = undefined;
      for (const preview of opened) preview.close();
    };
  }, []);

  useEffect(() => {
    worn.current = palette;
    for (const preview of pair.current ?? []) preview.wear(palette);
  }, [palette]);

  const run = useCallback(async (files: Files, playground: Omit<Playground, "myName">) => {
    const windows = pair.current;
    if (windows === undefined) return undefined;
    const program = (seat: 0 | 1) => ({
      ...files,
      [playgroundName]: playgroundFile({ ...playground, myName: people[seat] }),
    });
    generation.current += 1;
    const own = generation.current;
    setStates([starting, starting]);
    const ran = await windows[0].run(program(0));
    // Of two that enter a new room at once, each would write what it begins with, and the later would undo the earlier.
    if (ran) await windows[0].opens(opensWithinMs);
    // Another run has begun meanwhile, and the windows are its own.
    if (generation.current !== own) return undefined;
    const ranToo = await windows[1].run(program(1));
    if (ranToo) await windows[1].opens(opensWithinMs);
    return ran && ranToo && generation.current === own ? windows : undefined;
  }, []);

  return useMemo(() => ({ places: [first, second], states, run }), [states, run]);
}
