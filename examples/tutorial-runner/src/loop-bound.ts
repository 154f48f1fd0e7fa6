/** The longest time that a loop may block the page. */
const longMs = 1_000;

let since: number | undefined;
let turns = 0;

/** One turn of a loop. Throws when loops have kept the page from doing anything else for too long. */
export function takeTurn(): void {
  turns += 1;
  if (since === undefined) {
    since = performance.now();
    // A timer fires only when the program yields.
    setTimeout(() => (since = undefined));
  } else if (turns % 256 === 0 && performance.now() - since > longMs)
    throw new Error("A loop ran for more than a second and was stopped.");
}
