/** Where the bars stand within the chart, in pixels: what is laid over them has to know. */
export const plot = { margin: { top: 8, right: 8, bottom: 0, left: 0 }, left: 40, axis: 28 } as const;
