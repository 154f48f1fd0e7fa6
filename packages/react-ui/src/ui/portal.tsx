import { forwardRef } from "react";
import type { ComponentPropsWithoutRef } from "react";
import { createPortal } from "react-dom";
import { useOverrides, useUiConfig } from "../config.tsx";
import { classNames } from "./class-names.ts";
import type { SlotProp } from "./slot.tsx";
import { Slot } from "./slot.tsx";

/** Renders into the configured container, or the body. Only for what opens in browsers: it is not rendered on servers. */
export const Portal = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<"div"> & SlotProp>(function Portal(
  { asChild, className, ...props },
  ref,
) {
  const { portalContainer } = useUiConfig();
  const { dir } = useOverrides();
  const container = portalContainer ?? (typeof document === "undefined" ? undefined : document.body);
  if (container === undefined) return null;
  const shared = { dir, ...props, className: classNames("lb-root lb-portal", className), ref };
  return createPortal(asChild === true ? <Slot {...shared} /> : <div {...shared} />, container);
});
