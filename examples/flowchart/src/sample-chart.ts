import type { Arrow, Step } from "./room-types.ts";

/** What a new chart begins with: how a bug report is handled. */
export const sampleSteps: Readonly<Record<string, Step>> = {
  report: { label: "Bug report", x: 0, y: 120 },
  reproduce: { label: "Reproduce it", x: 240, y: 120 },
  fix: { label: "Fix it", x: 480, y: 40 },
  ask: { label: "Ask for details", x: 480, y: 200 },
  release: { label: "Release", x: 720, y: 40 },
};

export const sampleArrows: Readonly<Record<string, Arrow>> = {
  "report-reproduce": { from: "report", to: "reproduce" },
  "reproduce-fix": { from: "reproduce", to: "fix" },
  "reproduce-ask": { from: "reproduce", to: "ask" },
  "fix-release": { from: "fix", to: "release" },
};
