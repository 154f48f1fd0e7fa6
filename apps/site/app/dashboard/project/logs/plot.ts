/** The positions of the bars within the chart, in pixels, for overlays. */
export const plot = { margin: { top: 8, right: 20, bottom: 0, left: 0 }, left: 40, axis: 28 } as const;
