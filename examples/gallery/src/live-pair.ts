/** The two windows on the page: the same example twice, in a room that only this visitor knows. */
export function startLivePair(): void {
  const frames = [...document.querySelectorAll<HTMLIFrameElement>("iframe[data-live]")];
  const address = `/examples/todo-list/?room=${privateRoom()}`;
  // Two applications are not loaded for somebody who never scrolls that far.
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      for (const frame of frames) frame.src = address;
    },
    { rootMargin: "200px" },
  );
  for (const frame of frames) observer.observe(frame);
}

function privateRoom(): string {
  const key = "weft:gallery-room";
  const fresh = `gallery-${Math.random().toString(36).slice(2, 12)}`;
  try {
    const room = localStorage.getItem(key) ?? fresh;
    localStorage.setItem(key, room);
    return room;
  } catch {
    return fresh;
  }
}
