import type { Shape } from "./room-types.ts";

/** What a new board begins with, by shape id. */
export const sampleShapes: Readonly<Record<string, Shape>> = {
  area: { kind: "rectangle", x: 90, y: 120, width: 380, height: 380, fill: "blue", text: "This week" },
  goal: { kind: "ellipse", x: 600, y: 90, width: 260, height: 150, fill: "green", text: "Launch on Friday" },
  copy: { kind: "note", x: 130, y: 190, width: 150, height: 120, fill: "amber", text: "Final copy" },
  video: { kind: "note", x: 300, y: 330, width: 150, height: 120, fill: "rose", text: "Demo video" },
  press: { kind: "note", x: 660, y: 340, width: 150, height: 120, fill: "amber", text: "Press list" },
};
