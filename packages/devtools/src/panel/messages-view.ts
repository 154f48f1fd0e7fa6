/** The messages of a room, the newest first. Rows are added as messages pass, so that those that a reader has opened stay open. */
import type { LoggedMessage, MessageLog } from "../message-log.ts";
import type { RoomTrace } from "../room-trace.ts";
import { element, empty, headOf, json, timeOf } from "./element.ts";
import type { View } from "./views.ts";

/** As many as a reader scrolls through. The log keeps more. */
export const shownMessages = 200;

export function messagesView(): View {
  let filter = "";
  let list: MessageList | undefined;
  return {
    title: "Messages",
    draw({ log }: RoomTrace, content) {
      if (list === undefined || list.log !== log || !content.contains(list.body)) {
        list = new MessageList(log, filter);
        content.replaceChildren(
          list.toolbar((text) => (filter = text)),
          list.none,
          list.table,
        );
      }
      list.update();
    },
  };
}

class MessageList {
  readonly log: MessageLog;
  readonly body = element("tbody");
  readonly none = empty("No messages yet.");
  readonly table = element("table", {}, headOf(["No.", "Time", "Direction", "Message", "Size"]), this.body);
  #filter: string;
  #lastNumber = 0;

  constructor(log: MessageLog, filter: string) {
    this.log = log;
    this.#filter = filter;
  }

  toolbar(filterChanged: (text: string) => void): HTMLElement {
    const input = element("input", {
      type: "search",
      value: this.#filter,
      placeholder: "Filter by name",
      "aria-label": "Filter messages by name",
      oninput: ({ target }: { readonly target: HTMLInputElement }) => {
        this.#filter = target.value;
        filterChanged(target.value);
        this.#restart();
      },
    });
    const clear = () => {
      this.log.clear();
      this.#restart();
    };
    return element("div", { class: "toolbar" }, input, element("button", { type: "button", onclick: clear }, "Clear"));
  }

  /** Adds rows of messages that have passed since. */
  update(): void {
    const wanted = this.#filter.toLowerCase();
    const fresh = this.log.messages.filter(
      ({ number, name }) => number > this.#lastNumber && name.toLowerCase().includes(wanted),
    );
    this.#lastNumber = this.log.messages.at(-1)?.number ?? this.#lastNumber;
    this.body.prepend(...fresh.slice(-shownMessages).toReversed().map(rowOf));
    while (this.body.childElementCount > shownMessages) this.body.lastElementChild!.remove();
    this.none.hidden = this.body.childElementCount > 0;
    this.table.hidden = !this.none.hidden;
  }

  #restart(): void {
    this.body.replaceChildren();
    this.#lastNumber = 0;
    this.update();
  }
}

function rowOf({ number, at, direction, name, size, content }: LoggedMessage): HTMLElement {
  const details = element("details", {}, element("summary", {}, name));
  details.addEventListener("toggle", () => {
    if (details.childElementCount === 1)
      details.append(content === undefined ? empty("It is too long to be kept.") : json(content));
  });
  return element(
    "tr",
    {},
    element("td", { class: "number" }, String(number)),
    element("td", { class: "time" }, timeOf(at)),
    element("td", { class: `direction ${direction}` }, direction === "sent" ? "↑ sent" : "↓ received"),
    element("td", {}, details),
    element("td", { class: "number size" }, `${size} chars`),
  );
}
