import { lazy, Suspense } from "react";
import type { ReactElement } from "react";
import type { EmojiPickerProps } from "./emoji-picker.tsx";

const EmojiPicker = lazy(async () => ({ default: (await import("./emoji-picker.tsx")).EmojiPicker }));

/** The emoji picker, whose code is loaded when it is rendered for the first time. */
export function EmojiPickerOnDemand(props: EmojiPickerProps): ReactElement {
  return (
    <Suspense fallback={<div className="lb-emoji-picker-loading" aria-busy />}>
      <EmojiPicker {...props} />
    </Suspense>
  );
}
