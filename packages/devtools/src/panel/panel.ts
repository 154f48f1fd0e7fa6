/** The panel: rooms at the side, views of the chosen one beside them, the network, all in a shadow root that styles of the page do not reach. */
import type { RoomTrace } from "../room-trace.ts";
import { element, empty } from "./element.ts";
import { networkForm } from "./network-view.ts";
import type { NetworkControls } from "./network-view.ts";
import { styles } from "./styles.ts";
import { Tabs } from "./tabs.ts";
import { messagesView } from "./messages-view.ts";
import { RoomList } from "./room-list.ts";
import { connectionView, presenceView, storageView, unackedView } from "./views.ts";

/** What the panel shows. */
export interface PanelSource {
  /** The network between the page and its server. */
  readonly network: NetworkControls;
  /** The rooms that clients have connected to, those connected to first first. */
  readonly rooms: readonly RoomTrace[];
  /** Calls back when anything that is shown has changed. Answers a function that ends it. */
  subscribe(listener: () => void): () => void;
}

/** An open panel. */
export interface DevtoolsPanel {
  close(): void;
}

const networkTitle = "Network";

const noRooms =
  "No client has connected to a room yet. Clients are seen if they are created with the WebSocket of these tools.";

export function openPanel(tools: PanelSource, parent: HTMLElement, closed: () => void): DevtoolsPanel {
  const host = element("div", { "data-weft-devtools": "" });
  const root = host.attachShadow({ mode: "open" });
  const views = [connectionView(), presenceView(), storageView(), unackedView(), messagesView()];
  let frame: number | undefined;
  const redraw = () => {
    content.replaceChildren();
    draw();
  };
  const rooms = new RoomList(redraw);
  const tabs = new Tabs([...views.map(({ title }) => title), networkTitle], "content", redraw);
  const content = element("div", { class: "content", role: "tabpanel", id: "content", tabindex: 0 });
  const isDocked = parent === document.body;
  const panel = element(
    "section",
    { class: isDocked ? "panel docked" : "panel", "aria-label": "Weft developer tools" },
    element(
      "header",
      {},
      element("strong", {}, "Weft"),
      tabs.element,
      isDocked ? element("button", { type: "button", onclick: () => fold(true) }, "Hide") : undefined,
    ),
    rooms.element,
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
    if (isHidden) opener.focus();
    else tabs.focus();
    draw();
  }

  function draw(): void {
    frame = undefined;
    if (panel.hidden) return;
    const room = rooms.update(tools.rooms);
    if (tabs.chosen === networkTitle) {
      // What is being typed stays.
      if (content.querySelector("form") === null) content.replaceChildren(networkForm(tools.network));
    } else if (room === undefined) content.replaceChildren(empty(noRooms));
    else {
      const { scrollTop } = content;
      views.find(({ title }) => title === tabs.chosen)!.draw(room, content);
      content.scrollTop = scrollTop;
    }
  }

  const stop = tools.subscribe(() => (frame ??= requestAnimationFrame(draw)));
  draw();
  let isOpen = true;
  return {
    close() {
      if (!isOpen) return;
      isOpen = false;
      stop();
      if (frame !== undefined) cancelAnimationFrame(frame);
      host.remove();
      closed();
    },
  };
}
