import { useMediaQuery } from "../use-media-query.ts";

/** Where a thread opens: beside its pin, and below it where that is too narrow. */
export function usePlacement() {
  const narrow = useMediaQuery("(max-width: 48rem)");
  return narrow ? ({ side: "bottom", align: "center" } as const) : ({ side: "right", align: "start" } as const);
}
