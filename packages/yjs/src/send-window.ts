/** How much all documents of a room may have on its way, so that a frame with all of it stays below what servers accept. */
const mostInFlight = 4 * 1_024 * 1_024;

export class SendWindow {
  #inFlight = 0;
  readonly #waiting = new Set<() => void>();

  /** Answers false if there is no place; then `resume` is called once there may be. */
  take(characters: number, resume: () => void): boolean {
    // What is larger than the window goes alone.
    if (this.#inFlight > 0 && this.#inFlight + characters > mostInFlight) {
      this.#waiting.add(resume);
      return false;
    }
    this.#inFlight += characters;
    return true;
  }

  give(characters: number): void {
    this.#inFlight -= characters;
    const waiting = Array.from(this.#waiting);
    this.#waiting.clear();
    for (const resume of waiting) resume();
  }

  leave(resume: () => void): void {
    this.#waiting.delete(resume);
  }
}
