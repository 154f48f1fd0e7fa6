import { pageSize, writePdf } from "./write-pdf.ts";
import type { Mark } from "./write-pdf.ts";

const left = 64;
const ink = [0.31, 0.37, 0.81] as const;
const pale = [0.93, 0.92, 0.98] as const;

/** A document to discuss: the proposal of a community garden. */
export function proposal(): string {
  return writePdf("Community garden: a proposal", [cover(), plan(), budget(), schedule()]);
}

function cover(): readonly Mark[] {
  return [
    { kind: "box", x: 0, y: 0, width: pageSize.width, height: 250, color: pale },
    { kind: "box", x: left, y: 96, width: 56, height: 6, color: ink },
    { kind: "text", x: left, y: 150, size: 34, bold: true, text: "Community garden" },
    { kind: "text", x: left, y: 184, size: 17, text: "A proposal for the empty lot at Mill Street" },
    ...section(300, "Summary", [
      "The lot at 12 Mill Street has been empty since 2019. We propose to turn it into",
      "a garden with forty beds, a tool shed and a place to sit. Everyone who lives",
      "within two kilometers can apply for a bed.",
      "",
      "The city lends the lot for ten years and free of charge. In return, the garden is",
      "open to the public from sunrise to sunset.",
    ]),
    ...section(470, "What we ask for", [
      "1. Permission to use the lot until the end of 2036.",
      "2. A connection to the water main.",
      "3. A grant of 18,400 dollars for the first year.",
      "",
      "After the first year, membership fees cover the cost of water, soil and repairs.",
    ]),
    ...footer(1),
  ];
}

function plan(): readonly Mark[] {
  const beds = Array.from({ length: 20 }, (_, index): Mark => {
    const [column, row] = [index % 5, Math.floor(index / 5)];
    return {
      kind: "box",
      x: left + 20 + column * 60,
      y: 390 + row * 44,
      width: 46,
      height: 28,
      color: [0.72, 0.84, 0.7],
    };
  });
  return [
    ...section(110, "The garden", [
      "Each bed is 1.2 by 3 meters. Paths between the beds are 90 centimeters wide, so",
      "that wheelchairs and wheelbarrows can pass. Ten beds are raised to a height of",
      "70 centimeters for gardeners who cannot kneel.",
      "",
      "Rain from the roof of the shed fills two tanks of 1,000 liters each. In an average",
      "summer they cover about a third of the water that the beds need.",
    ]),
    { kind: "text", x: left, y: 340, size: 15, bold: true, text: "Site plan, southern half" },
    { kind: "box", x: left, y: 364, width: 466, height: 210, color: [0.96, 0.95, 0.92] },
    ...beds,
    { kind: "box", x: 410, y: 390, width: 96, height: 72, color: [0.85, 0.76, 0.66] },
    { kind: "text", x: 438, y: 431, size: 12, text: "Shed" },
    { kind: "box", x: 410, y: 486, width: 44, height: 60, color: [0.7, 0.82, 0.92] },
    { kind: "text", x: 415, y: 520, size: 10, text: "Water" },
    ...section(630, "Rules", [
      "Beds that are not tended for six weeks pass to the next person on the waiting list.",
      "Pesticides are not allowed. Dogs stay on the leash.",
    ]),
    ...footer(2),
  ];
}

function budget(): readonly Mark[] {
  const rows: readonly (readonly [string, number])[] = [
    ["Soil and compost", 4200],
    ["Wood for forty beds", 5600],
    ["Tool shed", 3900],
    ["Water connection", 2800],
    ["Tools", 1100],
    ["Insurance", 800],
  ];
  return [
    ...section(110, "Budget for the first year", [
      "Volunteers build the beds and the shed. All amounts are in dollars and include tax.",
    ]),
    ...rows.flatMap(([name, amount], index): Mark[] => {
      const y = 196 + index * 42;
      return [
        { kind: "text", x: left, y, size: 12, text: name },
        { kind: "box", x: left + 150, y: y - 13, width: amount / 20, height: 18, color: ink },
        { kind: "text", x: left + 158 + amount / 20, y, size: 12, text: amount.toLocaleString("en") },
      ];
    }),
    { kind: "text", x: left, y: 462, size: 13, bold: true, text: "Total" },
    { kind: "text", x: left + 150, y: 462, size: 13, bold: true, text: "18,400" },
    ...section(530, "Later years", [
      "Members pay 60 dollars a year. With forty members, this is 2,400 dollars, which",
      "covers water (1,100), insurance (800) and repairs (500).",
    ]),
    ...footer(3),
  ];
}

function schedule(): readonly Mark[] {
  const steps: readonly (readonly [string, string])[] = [
    ["January", "Decision of the city council"],
    ["February", "Soil test and water connection"],
    ["March", "Volunteers build the beds and the shed"],
    ["April", "Beds are assigned by lot"],
    ["May", "Opening with neighbors, music and cake"],
  ];
  return [
    ...section(110, "Schedule", []),
    ...steps.flatMap(([month, step], index): Mark[] => {
      const y = 160 + index * 54;
      return [
        { kind: "box", x: left, y: y - 16, width: 8, height: 40, color: ink },
        { kind: "text", x: left + 24, y, size: 13, bold: true, text: month },
        { kind: "text", x: left + 24, y: y + 18, size: 12, text: step },
      ];
    }),
    ...section(480, "Contact", ["Mill Street Neighbors, garden@millstreet.example"]),
    ...footer(4),
  ];
}

function section(y: number, heading: string, lines: readonly string[]): readonly Mark[] {
  return [
    { kind: "text", x: left, y, size: 19, bold: true, text: heading },
    ...lines.flatMap((text, index): Mark[] =>
      text === "" ? [] : [{ kind: "text", x: left, y: y + 30 + index * 19, size: 12, text }],
    ),
  ];
}

function footer(page: number): readonly Mark[] {
  return [
    { kind: "box", x: left, y: 786, width: 467, height: 1, color: [0.8, 0.78, 0.75] },
    { kind: "text", x: left, y: 804, size: 9, text: `Community garden: a proposal - page ${page} of 4` },
  ];
}
