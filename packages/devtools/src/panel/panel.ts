/** The panel: rooms at the side, views of the chosen one beside them, the network, all in a shadow root that styles of the page do not reach. */
import type { RoomRecord } from "../room-record.ts";
import { element } from "./element.ts";
import { networkForm } from "./network-view.ts";
import type { NetworkControls } from "./network-view.ts";
import { styles } from "./styles.ts";
import { messagesView } from "./messages-view.ts";
import { connectionView, presenceView, storageView, unackedView } from "./views.ts";

/** What the panel shows. */
export interface PanelSource {
  /** The network between the page and its server. */
  readonly network: NetworkControls;
  /** The rooms that clients have connected to, those connected to first first. */
  readonly rooms: readonly RoomRecord[];
  /** Calls back when anything that is shown has changed. Answers a function that ends it. */
  subscribe(listener: () => void): () => void;
}

/** An open panel. */
export interface DevtoolsPanel {
  close(): void;
}

const networkTitle = "Network";

export function openPanel(tools: PanelSource, parent: HTMLElement, closed: () => void): DevtoolsPanel {
  const host = element("div", { "data-weft-devtools": "" });
  const root = host.attachShadow({ mode: "open" });
  const views = [connectionView(), presenceView(), storageView(), unackedView(), messagesView()];
  const titles = [...views.map(({ title }) => title), networkTitle];
  let chosenRoom: string | undefined;
  let chosenTab = titles[0]!;
  let frame: number | undefined;

  const rooms = element("ul", { class: "rooms", "aria-label": "Rooms" });
  const content = element("div", { class: "content", role: "tabpanel", id: "content", tabindex: 0 });
  const tabs = titles.map((title) =>
    element(
      "button",
      { type: "button", role: "tab", "aria-controls": "content", onclick: () => chooseTab(title) },
      title,
    ),
  );
  const tablist = element("div", { role: "tablist", "aria-label": "Views", onkeydown: moveByArrows }, ...tabs);
  const panel = element(
    "section",
    { class: parent === document.body ? "panel docked" : "panel", "aria-label": "Weft developer tools" },
    element(
      "header",
      {},
      element("strong", {}, "Weft"),
      tablist,
      element("button", { type: "button", onclick: () => fold(true) }, "Hide"),
    ),
    rooms,
    content,
  );
  const opener = element(
    "button",
    { type: "button", class: "opener", hidden: true, onclick: () => fold(false) },
    "Weft",
  );
  root.append(element("style", {}, styles), panel, opener);
  parent.append(host);

  function fold(isHidden: boolean): void {
    panel.hidden = isHidden;
    opener.hidden = !isHidden;
    (isHidden ? opener : tabs[titles.indexOf(chosenTab)]!).focus();
    draw();
  }

  function chooseTab(title: string): void {
    chosenTab = title;
    content.replaceChildren();
    draw();
  }

  function moveByArrows({ key }: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step === undefined) return;
    const next = (titles.indexOf(chosenTab) + step + titles.length) % titles.length;
    chooseTab(titles[next]!);
    tabs[next]!.focus();
  }

  function drawRooms(): void {
    const known = tools.rooms;
    const shown = known.map(({ id, connections: { isOpen } }) => `${id} ${isOpen} ${id === chosenRoom}`).join("\n");
    if (rooms.dataset["shown"] === shown) return;
    rooms.dataset["shown"] = shown;
    const hadFocus = root.activeElement !== null && rooms.contains(root.activeElement);
    rooms.replaceChildren(
      ...known.map(({ id, connections: { isOpen } }) =>
        element(
          "li",
          {},
          element(
            "button",
            {
              type: "button",
              title: id,
              "aria-current": id === chosenRoom ? "true" : undefined,
              onclick: () => chooseRoom(id),
            },
            element("span", {
              class: isOpen ? "dot open" : "dot",
              role: "img",
              "aria-label": isOpen ? "Connected" : "Not connected",
            }),
            element("span", { class: "name" }, id),
          ),
        ),
      ),
    );
    if (hadFocus) rooms.querySelector<HTMLElement>("[aria-current]")?.focus();
  }

  function chooseRoom(id: string): void {
    chosenRoom = id;
    content.replaceChildren();
    draw();
  }

  function draw(): void {
    frame = undefined;
    if (panel.hidden) return;
    const known = tools.rooms;
    if (chosenRoom === undefined || !known.some(({ id }) => id === chosenRoom)) chosenRoom = known[0]?.id;
    drawRooms();
    for (const [at, tab] of tabs.entries()) {
      tab.setAttribute("aria-selected", String(titles[at] === chosenTab));
      tab.tabIndex = titles[at] === chosenTab ? 0 : -1;
    }
    if (chosenTab === networkTitle) {
      // What is being typed stays.
      if (content.querySelector("form") === null) content.replaceChildren(networkForm(tools.network));
      return;
    }
    const room = known.find(({ id }) => id === chosenRoom);
    if (room === undefined) {
      const text =
        "No client has connected to a room yet. Clients are seen if they are created with the WebSocket of these tools.";
      return content.replaceChildren(element("p", { class: "empty" }, text));
    }
    const { scrollTop } = content;
    views.find(({ title }) => title === chosenTab)!.draw(room, content);
    content.scrollTop = scrollTop;
  }

  const stop = tools.subscribe(() => (frame ??= requestAnimationFrame(draw)));
  draw();
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    stop();
    if (frame !== undefined) cancelAnimationFrame(frame);
    host.remove();
    closed();
  };
  return { close };
}
