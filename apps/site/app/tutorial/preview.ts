import type { PreviewWindow } from "./checks.ts";
import type {
  Act,
  Failure,
  Files,
  FromWindow,
  Palette,
  Sight,
  Target,
  ToWindow,
} from "@weft/example-tutorial-runner/messages";

/** Longer than this, no window that works takes for anything. */
const seenWithinMs = 8_000;
/** Longer than this, a window waits for nothing that will come. */
const startsWithinMs = 15_000;
const silent: Failure = { message: "The window isn't responding. Check that the server is running." };

export type PreviewState =
  | { readonly kind: "starting" }
  | { readonly kind: "running" }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface PreviewOptions {
  readonly title: string;
  readonly palette: Palette;
  readonly onState: (state: PreviewState) => void;
}

/**
 * A window in which a program runs: a frame without an origin, so that the program can neither read this page nor act in
 * its reader's name. Every run has a frame of its own; with the one before go its sockets, timers and loops.
 */
export class Preview implements PreviewWindow {
  readonly #place: HTMLElement;
  readonly #options: PreviewOptions;
  readonly #answers = new Map<number, (holds: boolean) => void>();
  #frame: HTMLIFrameElement | undefined;
  #files: Files = {};
  #palette: Palette;
  #asked = 0;
  #settle: ((ran: boolean) => void) | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(place: HTMLElement, options: PreviewOptions) {
    this.#place = place;
    this.#options = options;
    this.#palette = options.palette;
    addEventListener("message", this.#hear);
  }

  /** Runs a program; answers whether it is on the page. A later run ends this one, which then has not come that far. */
  run(files: Files): Promise<boolean> {
    this.#end();
    this.#files = files;
    this.#options.onState({ kind: "starting" });
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts allow-forms");
    frame.title = this.#options.title;
    frame.src = "/play/tutorial-runner";
    frame.className = "block size-full";
    this.#frame = frame;
    this.#place.replaceChildren(frame);
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#patience = setTimeout(() => this.#started({ kind: "failed", failure: silent }), startsWithinMs);
    });
  }

  wear(palette: Palette): void {
    this.#palette = palette;
    this.#tell({ type: "wear", palette });
  }

  act(act: Act): Promise<boolean> {
    return this.#ask((id) => ({ type: "act", id, act }));
  }

  sees(target: Target, count?: number): Promise<boolean> {
    return this.#look({ kind: "shown", target, ...(count !== undefined && { count }) }, seenWithinMs);
  }

  /** Waits until the program has opened: it shows its `main`, and what it wrote at first has arrived. */
  async opens(withinMs: number): Promise<void> {
    if (await this.#look({ kind: "shown", target: { selector: "main" } }, withinMs))
      await this.#look({ kind: "settled" }, withinMs);
  }

  close(): void {
    removeEventListener("message", this.#hear);
    this.#end();
    this.#place.replaceChildren();
  }

  #look(sight: Sight, withinMs: number): Promise<boolean> {
    return this.#ask((id) => ({ type: "look", id, sight, withinMs }));
  }

  #ask(message: (id: number) => ToWindow): Promise<boolean> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      const patience = setTimeout(() => this.#answered(id, false), seenWithinMs + 2_000);
      this.#answers.set(id, (holds) => {
        clearTimeout(patience);
        resolve(holds);
      });
      this.#tell(message(id));
    });
  }

  #tell(message: ToWindow): void {
    // The frame has no origin that could be named.
    this.#frame?.contentWindow?.postMessage(message, "*");
  }

  readonly #hear = ({ source, data }: MessageEvent<FromWindow>): void => {
    if (this.#frame === undefined || source !== this.#frame.contentWindow) return;
    switch (data.type) {
      case "ready":
        return this.#tell({ type: "run", files: this.#files, palette: this.#palette });
      case "ran":
        return this.#started({ kind: "running" });
      case "failed":
        return this.#started({ kind: "failed", failure: data.failure });
      case "answer":
        return this.#answered(data.id, data.holds);
    }
  };

  #answered(id: number, holds: boolean): void {
    this.#answers.get(id)?.(holds);
    this.#answers.delete(id);
  }

  #started(state: PreviewState): void {
    clearTimeout(this.#patience);
    this.#options.onState(state);
    this.#settle?.(state.kind === "running");
    this.#settle = undefined;
  }

  #end(): void {
    clearTimeout(this.#patience);
    this.#settle?.(false);
    this.#settle = undefined;
    for (const answer of this.#answers.values()) answer(false);
    this.#answers.clear();
    this.#frame = undefined;
  }
}
