/** Reports of a lost server by parts that fetch without the query cache: streams, sockets, chunks of the site. */
const doubts = new EventTarget();

/** Reports that a connection failed. The shell then checks whether the server answers. */
export function doubtServer(): void {
  doubts.dispatchEvent(new Event("doubt"));
}

export function onDoubt(listener: () => void): () => void {
  doubts.addEventListener("doubt", listener);
  return () => doubts.removeEventListener("doubt", listener);
}

/** Whether the server answers at all. A proxy without a server behind it answers 502 or more. */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch("/internal/config", { cache: "no-store" })).status < 502;
  } catch {
    return false;
  }
}
