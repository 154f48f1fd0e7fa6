/** Icons that are not exported. */
import type { ComponentProps, ReactElement } from "react";
import { Glyph } from "./glyph.tsx";

type IconProps = ComponentProps<"svg">;

export function Delete(props: IconProps): ReactElement {
  return (
    <Glyph
      {...props}
      d="M3.5 5.5h13M8 5.5V4a.5.5 0 0 1 .5-.5h3a.5.5 0 0 1 .5.5v1.5m-7 0 .7 9.6a1.5 1.5 0 0 0 1.5 1.4h5.6a1.5 1.5 0 0 0 1.5-1.4l.7-9.6M8.5 9v4.5m3-4.5v4.5"
    />
  );
}

export function Edit(props: IconProps): ReactElement {
  return (
    <Glyph
      {...props}
      d="m4 16 .8-3.5 8.3-8.3a1.7 1.7 0 0 1 2.4 0l.3.3a1.7 1.7 0 0 1 0 2.4l-8.3 8.3zm7.5-10.2 2.7 2.7"
    />
  );
}

export function MinusCircle(props: IconProps): ReactElement {
  return <Glyph {...props} d="M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M7 10h6" />;
}

export function Restore(props: IconProps): ReactElement {
  return <Glyph {...props} d="M4 10a6 6 0 1 1 1.8 4.3M4 4.5V8h3.5M10 7v3l2 1.5" />;
}

export function Spinner(props: IconProps): ReactElement {
  return <Glyph {...props} d="M10 3a7 7 0 1 1-7 7" />;
}

export function CrossCircle(props: IconProps): ReactElement {
  return <Glyph {...props} d="M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M7.8 7.8l4.4 4.4m0-4.4-4.4 4.4" />;
}
