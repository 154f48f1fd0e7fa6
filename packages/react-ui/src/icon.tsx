/** The icons of the components, for those of applications beside them. */
import type { ComponentProps, ReactElement } from "react";
import { Glyph } from "./ui/glyph.tsx";

type IconProps = ComponentProps<"svg">;

export function ArrowCornerDownRight(props: IconProps): ReactElement {
  return <Glyph {...props} d="M5 4v6a2 2 0 0 0 2 2h8m-3.5-3.5L15 12l-3.5 3.5" />;
}

export function ArrowCornerUpRight(props: IconProps): ReactElement {
  return <Glyph {...props} d="M5 16v-6a2 2 0 0 1 2-2h8m-3.5-3.5L15 8l-3.5 3.5" />;
}

export function ArrowDown(props: IconProps): ReactElement {
  return <Glyph {...props} d="M10 4v12m-4.5-4.5L10 16l4.5-4.5" />;
}

export function ArrowUp(props: IconProps): ReactElement {
  return <Glyph {...props} d="M10 16V4M5.5 8.5 10 4l4.5 4.5" />;
}

export function Attachment(props: IconProps): ReactElement {
  return (
    <Glyph
      {...props}
      d="m15.5 9.5-5.6 5.6a3.5 3.5 0 0 1-5-5l6-6a2.4 2.4 0 0 1 3.4 3.4l-5.9 5.9a1.2 1.2 0 0 1-1.7-1.7l5.3-5.3"
    />
  );
}

export function Bell(props: IconProps): ReactElement {
  return <Glyph {...props} d="M5.5 8.5a4.5 4.5 0 0 1 9 0c0 4 1.5 5 1.5 5H4s1.5-1 1.5-5m3 7.5a1.7 1.7 0 0 0 3 0" />;
}

export function BellCrossed(props: IconProps): ReactElement {
  return (
    <Glyph
      {...props}
      d="M6.6 5.4a4.5 4.5 0 0 1 7.9 3.1q0 1.6.4 2.8m-1.9 2.2H4s1.5-1 1.5-5m3 7.5a1.7 1.7 0 0 0 3 0M3.5 3.5l13 13"
    />
  );
}

export function Blockquote(props: IconProps): ReactElement {
  return <Glyph {...props} d="M4 4.5v11M8 6h8M8 10h8M8 14h5" />;
}

export function Bold(props: IconProps): ReactElement {
  return <Glyph {...props} d="M6 10h4.75a2.75 2.75 0 0 0 0-5.5H6v11h5.5a2.75 2.75 0 0 0 0-5.5" />;
}

export function Check(props: IconProps): ReactElement {
  return <Glyph {...props} d="m4.5 10.5 3.5 3.5 7.5-8" />;
}

export function CheckCircle(props: IconProps): ReactElement {
  return <Glyph {...props} d="M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M7 10.2l2.2 2.1L13 8" />;
}

export function ChevronDown(props: IconProps): ReactElement {
  return <Glyph {...props} d="m5.5 8 4.5 4.5L14.5 8" />;
}

export function ChevronLeft(props: IconProps): ReactElement {
  return <Glyph {...props} d="M12 5.5 7.5 10l4.5 4.5" />;
}

export function ChevronRight(props: IconProps): ReactElement {
  return <Glyph {...props} d="m8 5.5 4.5 4.5L8 14.5" />;
}

export function ChevronUp(props: IconProps): ReactElement {
  return <Glyph {...props} d="m5.5 12 4.5-4.5 4.5 4.5" />;
}

export function Code(props: IconProps): ReactElement {
  return <Glyph {...props} d="m7 6-4 4 4 4m6-8 4 4-4 4" />;
}

export function Comment(props: IconProps): ReactElement {
  return (
    <Glyph {...props} d="M10 3.5c4 0 7 2.6 7 6s-3 6-7 6q-1.2-.2-2.3-.5L4 16.5l.8-3A5.5 5.5 0 0 1 3 9.5c0-3.4 3-6 7-6" />
  );
}

export function Copy(props: IconProps): ReactElement {
  return (
    <Glyph
      {...props}
      d="M8.5 7h6A1.5 1.5 0 0 1 16 8.5v6a1.5 1.5 0 0 1-1.5 1.5h-6A1.5 1.5 0 0 1 7 14.5v-6A1.5 1.5 0 0 1 8.5 7M13 7V5.5A1.5 1.5 0 0 0 11.5 4h-6A1.5 1.5 0 0 0 4 5.5v6A1.5 1.5 0 0 0 5.5 13H7"
    />
  );
}

export function Cross(props: IconProps): ReactElement {
  return <Glyph {...props} d="m5 5 10 10m0-10L5 15" />;
}

export function Ellipsis(props: IconProps): ReactElement {
  return (
    <Glyph
      {...props}
      d="M4 10a.5.5 0 1 0 1 0 .5.5 0 0 0-1 0m5.5 0a.5.5 0 1 0 1 0 .5.5 0 0 0-1 0m5.5 0a.5.5 0 1 0 1 0 .5.5 0 0 0-1 0"
    />
  );
}

export function Emoji(props: IconProps): ReactElement {
  return <Glyph {...props} d="M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M7 11.5a3.3 3.3 0 0 0 6 0M7.7 8h.01M12.3 8h.01" />;
}

export function EmojiPlus(props: IconProps): ReactElement {
  return (
    <Glyph {...props} d="M11 3.1A7 7 0 1 0 16.9 9M7 11.5a3.3 3.3 0 0 0 6 0M7.7 8h.01M12.3 8h.01M15.5 2.5v5M13 5h5" />
  );
}

export function Globe(props: IconProps): ReactElement {
  return (
    <Glyph
      {...props}
      d="M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M3 10h14M10 3c2 2 3 4.3 3 7s-1 5-3 7c-2-2-3-4.3-3-7s1-5 3-7"
    />
  );
}

export function H1(props: IconProps): ReactElement {
  return <Glyph {...props} d="M3 5v10M10 5v10M3 10h7M13 8.5 15.5 7v8" />;
}

export function H2(props: IconProps): ReactElement {
  return <Glyph {...props} d="M3 5v10M10 5v10M3 10h7M13 8.7a2 2 0 1 1 3.5 1.5L13 15h4" />;
}

export function H3(props: IconProps): ReactElement {
  return <Glyph {...props} d="M3 5v10M10 5v10M3 10h7M13 7.5h4L14.7 10.3a2.3 2.3 0 1 1-1.9 3.7" />;
}

export function Italic(props: IconProps): ReactElement {
  return <Glyph {...props} d="M8.5 4.5H14M6 15.5h5.5m.3-11-3.6 11" />;
}

export function Lengthen(props: IconProps): ReactElement {
  return <Glyph {...props} d="M4 5h12M4 9h12M4 13h5m2 2.5h6m-3-3v6" />;
}

export function ListOrdered(props: IconProps): ReactElement {
  return <Glyph {...props} d="M9 5.5h7M9 10h7M9 14.5h7M3.5 4.5 5 3.7v4M3.5 12.5a1.2 1.2 0 1 1 2.2.7L3.5 16h2.5" />;
}

export function ListUnordered(props: IconProps): ReactElement {
  return <Glyph {...props} d="M8.5 5.5H16M8.5 10H16M8.5 14.5H16M4.5 5.5h.01M4.5 10h.01M4.5 14.5h.01" />;
}

export function Mention(props: IconProps): ReactElement {
  return <Glyph {...props} d="M13 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0m0 0v1a2 2 0 0 0 4 0v-1a7 7 0 1 0-2.8 5.6" />;
}

export function Plus(props: IconProps): ReactElement {
  return <Glyph {...props} d="M10 4v12m-6-6h12" />;
}

export function QuestionMark(props: IconProps): ReactElement {
  return <Glyph {...props} d="M7 7.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M10 16h.01" />;
}

export function Redo(props: IconProps): ReactElement {
  return <Glyph {...props} d="M15.5 8h-7a4 4 0 0 0 0 8H11m1.5-11 3 3-3 3" />;
}

export function Retry(props: IconProps): ReactElement {
  return <Glyph {...props} d="M16 10a6 6 0 1 1-1.8-4.3L16 7.5M16 4v3.5h-3.5" />;
}

export function Search(props: IconProps): ReactElement {
  return <Glyph {...props} d="M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11m4 9.5 3.5 3.5" />;
}

export function Send(props: IconProps): ReactElement {
  return <Glyph {...props} d="M16.5 3.5 3 8.5l5.5 3 3 5.5zm0 0-8 8" />;
}

export function Shorten(props: IconProps): ReactElement {
  return <Glyph {...props} d="M4 5h12M4 9h12M4 13h5m2 2.5h6" />;
}

export function Sparkles(props: IconProps): ReactElement {
  return <Glyph {...props} d="M8 4q.8 4.2 5 5-4.2.8-5 5-.8-4.2-5-5 4.2-.8 5-5m7-1v4m-2-2h4m-2 8v4m-2-2h4" />;
}

export function SparklesText(props: IconProps): ReactElement {
  return <Glyph {...props} d="M3.5 5h7M3.5 9.5H8M3.5 14H7m6.5-8q.7 4.3 4.5 5-3.8.7-4.5 5-.7-4.3-4.5-5 3.8-.7 4.5-5" />;
}

export function Stop(props: IconProps): ReactElement {
  return (
    <Glyph
      {...props}
      d="M6.5 5h7A1.5 1.5 0 0 1 15 6.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 5 13.5v-7A1.5 1.5 0 0 1 6.5 5"
    />
  );
}

export function Strikethrough(props: IconProps): ReactElement {
  return (
    <Glyph
      {...props}
      d="M3.5 10h13M13.5 6.5c-.5-1.3-1.8-2-3.5-2-2 0-3.5 1-3.5 2.7 0 1.4 1 2.2 3 2.8m-3 3.5c.5 1.3 1.8 2 3.5 2 2 0 3.5-1 3.5-2.7q0-1.3-1-2.1"
    />
  );
}

export function Text(props: IconProps): ReactElement {
  return <Glyph {...props} d="M4.5 6V4.5h11V6M10 4.5v11m-2 0h4" />;
}

export function Translate(props: IconProps): ReactElement {
  return (
    <Glyph
      {...props}
      d="M3 5.5h8M7 4v1.5m2.5 0c-.5 3-2.5 5.5-5.5 7m1-4.5c1 2 2.5 3.5 4.5 4.5M10 16.5l3.5-8 3.5 8m-6-2.5h5"
    />
  );
}

export function Underline(props: IconProps): ReactElement {
  return <Glyph {...props} d="M6 4v5.5a4 4 0 0 0 8 0V4M5.5 16.5h9" />;
}

export function Undo(props: IconProps): ReactElement {
  return <Glyph {...props} d="M4.5 8h7a4 4 0 0 1 0 8H9M7.5 5l-3 3 3 3" />;
}

export function User(props: IconProps): ReactElement {
  return <Glyph {...props} d="M10 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6M4 16.5c.5-2.6 2.9-4 6-4s5.5 1.4 6 4" />;
}

export function Users(props: IconProps): ReactElement {
  return (
    <Glyph
      {...props}
      d="M7.5 4.5a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4M2.5 16c.4-2.4 2.3-3.6 5-3.6s4.6 1.2 5 3.6M13 4.7a2.7 2.7 0 0 1 0 5m1.5 2.9c1.6.5 2.7 1.6 3 3.4"
    />
  );
}

export function Warning(props: IconProps): ReactElement {
  return <Glyph {...props} d="M10 3.5 17 16H3zm0 5v3.5m0 2h.01" />;
}
