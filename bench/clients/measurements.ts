/** What is measured of a client, and the program that does. */
export const programs = {
  snapshot: "subject.ts",
  remote: "subject.ts",
  local: "subject.ts",
  cursors: "cursors.ts",
  connect: "connect.ts",
} as const;
export type Measurement = keyof typeof programs;
