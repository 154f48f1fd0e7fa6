const paths = {
  bell: "M10 2.8a4.8 4.8 0 0 0-4.8 4.8c0 4.2-1.6 5.4-1.6 6.400h12.800c0-1-1.6-2.2-1.6-6.400A4.8 4.8 0 0 0 10 2.800ZM8.3 16.800a1.9 1.9 0 0 0 3.4 0",
  close: "m5 5 10 10M15 5 5 15",
  move: "M10 3v14M3 10h14M8 5l2-2 2 2M8 15l2 2 2-2M5 8l-2 2 2 2M15 8l2 2-2 2",
  redo: "M12.5 4 16 7.5 12.5 11M16 7.500H8.500a4.5 4.5 0 0 0 0 9H11",
  rename: "M4 16h3l8.5-8.5-3-3L4 13v3ZM11 6l3 3",
  share: "M8 9.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 16.500c.5-3 2.7-4.5 5.5-4.500s5 1.5 5.5 4.500M15.5 6.500v5M13 9h5",
  text: "M4 4.500h12M4 8.500h12M4 12.500h8M4 16.500h10",
  trash: "M4 5.500h12M8 5.500v-2h4v2M5.5 5.500l.7 11h7.600l.7-11M8.5 9v4.500M11.5 9v4.5",
  undo: "M7.5 4 4 7.5 7.5 11M4 7.500h7.500a4.5 4.5 0 0 1 0 9H9",
  whiteboard: "M3 4h14v10H3zM7 17l3-3 3 3M6.5 10.500l2-3 2 2 3-3",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
