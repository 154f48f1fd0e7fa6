import { privateRoom } from "../../examples/private-room.ts";

/** Puts the two windows of an example where its drawing was. */
export function showDemo(button: HTMLElement): void {
  const { demo: name = "", title = "" } = button.dataset;
  const address = `/play/${name}/?room=${privateRoom(name)}`;
  const windows = ["first", "second"].map((which) => {
    const window = document.createElement("iframe");
    window.src = address;
    window.title = `${title}: ${which} window`;
    return window;
  });
  button.closest(".demo-stage")?.replaceChildren(...windows);
  windows[0]?.focus();
}
