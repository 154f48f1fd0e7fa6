/** The views of a room: connection, presence, Storage and its past, pending ops. Each draws itself anew when something has changed. */
import type { RoomTrace } from "../room-trace.ts";
import { changedPaths } from "../storage-timeline.ts";
import { element, empty, headOf, json, timeOf } from "./element.ts";
import { treeOf } from "./tree.ts";

export interface View {
  readonly title: string;
  /** Draws a room into the content of the panel. */
  draw(room: RoomTrace, content: HTMLElement): void;
}

const notObserved = "Presence and Storage are shown for clients that are given to observe().";

export function connectionView(): View {
  return {
    title: "Connection",
    draw(room, content) {
      const { count, isOpen, lastClose } = room.connections;
      const rows: readonly (readonly [string, string])[] = [
        ["Room", room.id],
        ["Status", room.room?.getStatus() ?? (isOpen ? "open" : "closed")],
        ["Connections", `${count}${count > 1 ? `: reconnected ${count - 1} times` : ""}`],
        ["Last closed with", lastClose === undefined ? "never closed" : String(lastClose)],
        ["Round trip", room.roundTripMs === undefined ? "measured with the next ping" : `${room.roundTripMs} ms`],
        ["Ops without an ack", String(room.unackedOps.length)],
      ];
      content.replaceChildren(
        element("dl", {}, ...rows.flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)])),
      );
    },
  };
}

export function presenceView(): View {
  return {
    title: "Presence",
    draw({ room }, content) {
      if (room === undefined) return content.replaceChildren(empty(notObserved));
      const others = room.getOthers();
      content.replaceChildren(
        element("h2", {}, "You"),
        json(room.getSelf() ?? { presence: room.getPresence() }),
        element("h2", {}, `Others (${others.length})`),
        ...(others.length === 0 ? [empty("No one else is in the room.")] : others.map(json)),
      );
    },
  };
}

export function storageView(): View {
  const open = new Map<string, boolean>();
  /** Undefined is now. */
  let looksAt: number | undefined;
  return {
    title: "Storage",
    draw(room, content) {
      const { moments } = room.timeline;
      if (moments.length === 0)
        return content.replaceChildren(
          empty(room.room === undefined ? notObserved : "The page has not loaded Storage in this room."),
        );
      const last = moments.length - 1;
      const at = looksAt === undefined || looksAt > last ? last : looksAt;
      const moment = moments[at]!;
      const changed = at === 0 ? [] : changedPaths(moments[at - 1]!.state, moment.state);
      const travel = (to: number) => {
        looksAt = to === last ? undefined : to;
        this.draw(room, content);
        content.querySelector<HTMLInputElement>("input")?.focus();
      };
      content.replaceChildren(
        element(
          "div",
          { class: "timeline" },
          element("input", {
            type: "range",
            min: 0,
            max: last,
            value: at,
            "aria-label": "Moment of Storage",
            "aria-valuetext": `Change ${at} of ${last}`,
            oninput: ({ target }: { readonly target: HTMLInputElement }) => travel(Number(target.value)),
          }),
          element(
            "span",
            {},
            at === last ? `Now, after ${changesOf(last)}` : `${timeOf(moment.at)}, after ${at} of ${changesOf(last)}`,
          ),
          element("button", { type: "button", hidden: at === last, onclick: () => travel(last) }, "Back to now"),
        ),
        treeOf(moment.state, { open, changed: new Set(changed) }),
      );
    },
  };
}

export function unackedView(): View {
  return {
    title: "Pending ops",
    draw({ unackedOps, room }, content) {
      if (unackedOps.length === 0) return content.replaceChildren(empty(noOps(room)));
      content.replaceChildren(
        tableOf(
          ["Sent", "Op", "Content"],
          unackedOps.map(({ opId, op, sentAt }) => [timeOf(sentAt), opId, JSON.stringify(op)]),
        ),
      );
    },
  };
}

/** Edits that are made without a connection are sent as ops once there is one. */
function noOps(room: RoomTrace["room"]): string {
  return room?.getStorageStatus() === "synchronizing"
    ? "Edits are waiting for a connection."
    : "Nothing is pending: the server has everything on its disk.";
}

const changesOf = (count: number) => `${count} ${count === 1 ? "change" : "changes"}`;

function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
  return element(
    "table",
    {},
    headOf(titles),
    element(
      "tbody",
      {},
      ...rows.map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, element("code", {}, cell))))),
    ),
  );
}
