export const views = { day: "Day", week: "Week", month: "Month" } as const;
export type View = keyof typeof views;
