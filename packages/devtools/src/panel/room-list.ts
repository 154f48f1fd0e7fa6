/** The rooms of the page, of which one is shown: the first, until another is chosen. */
import type { RoomTrace } from "../room-trace.ts";
import { element } from "./element.ts";

export class RoomList {
  readonly element = element("ul", { class: "rooms", "aria-label": "Rooms" });
  readonly #changed: () => void;
  #chosen: string | undefined;
  /** What is shown, so that nothing is drawn twice. */
  #shown = "";

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Shows these rooms, and answers the chosen one. */
  update(rooms: readonly RoomTrace[]): RoomTrace | undefined {
    const chosen = rooms.find(({ id }) => id === this.#chosen) ?? rooms[0];
    this.#chosen = chosen?.id;
    const states = rooms.map(({ id, connections: { isOpen } }) => ({ id, isOpen, isChosen: id === chosen?.id }));
    const shown = JSON.stringify(states);
    if (shown !== this.#shown) {
      this.#shown = shown;
      const hadFocus = this.element.matches(":focus-within");
      this.element.replaceChildren(...states.map((state) => this.#itemOf(state)));
      if (hadFocus) this.element.querySelector<HTMLElement>("[aria-current]")?.focus();
    }
    return chosen;
  }

  #itemOf({ id, isOpen, isChosen }: { readonly id: string; readonly isOpen: boolean; readonly isChosen: boolean }) {
    const choose = () => {
      this.#chosen = id;
      this.#changed();
    };
    const state = isOpen ? "Connected" : "Not connected";
    return element(
      "li",
      {},
      element(
        "button",
        { type: "button", title: id, "aria-current": isChosen ? "true" : undefined, onclick: choose },
        element("span", { class: isOpen ? "dot open" : "dot", role: "img", "aria-label": state }),
        element("span", { class: "name" }, id),
      ),
    );
  }
}
