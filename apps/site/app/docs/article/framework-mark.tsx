import {
  Bell,
  Blocks,
  Braces,
  CodeXml,
  Feather,
  MessageSquare,
  PanelTop,
  Sparkles,
  TextCursor,
  Type,
} from "lucide-react";
import type { ReactNode } from "react";

const stroke = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 1.6,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

/** Neutral drawings, made for this site: enough to tell one from another, and no logos. */
const marks: Readonly<Record<string, ReactNode>> = {
  react: (
    <g {...stroke}>
      <circle cx="12" cy="12" r="1.4" fill="currentColor" />
      <ellipse cx="12" cy="12" rx="9.5" ry="3.7" />
      <ellipse cx="12" cy="12" rx="9.5" ry="3.7" transform="rotate(60 12 12)" />
      <ellipse cx="12" cy="12" rx="9.5" ry="3.7" transform="rotate(120 12 12)" />
    </g>
  ),
  nextjs: (
    <g {...stroke}>
      <circle cx="12" cy="12" r="9.5" />
      <path d="M9 16V8.2l7.4 9.6M15.2 8v5.6" />
    </g>
  ),
  javascript: (
    <g {...stroke}>
      <rect x="2.5" y="2.5" width="19" height="19" rx="2" />
      <path d="M11 11v5.4c0 2.2-3 2.2-3.4.3M18.6 12.6c-.5-2-3.9-1.9-3.9.2 0 2.2 4.1 1.5 4.1 3.7 0 2.2-3.8 2.2-4.3-.1" />
    </g>
  ),
  svelte: (
    <g {...stroke}>
      <path d="M17.6 7.200c-1.3-2.7-4.3-3.3-6.5-1.900L7.3 7.900c-2.2 1.4-2.2 4.6.2 5.700l8.4-3.300M6.4 16.800c1.3 2.7 4.3 3.3 6.5 1.900l3.8-2.600c2.2-1.4 2.2-4.6-.2-5.700l-8.4 3.3" />
    </g>
  ),
  vuejs: (
    <g {...stroke}>
      <path d="M2.5 4.5 12 20.500l9.5-16h-4L12 13.7 6.5 4.500z" />
      <path d="m9.3 4.5 2.7 4.6 2.7-4.6" />
    </g>
  ),
  solidjs: (
    <g {...stroke}>
      <path d="M3 8.5 6.5 5c3-1.6 9.5.8 14.5 3l-3.2 3.800C13 9.3 7.5 7.2 3 8.500zM21 15.5 17.5 19c-3 1.6-9.5-.8-14.5-3l3.2-3.800C11 14.7 16.5 16.8 21 15.500z" />
    </g>
  ),
  redux: (
    <g {...stroke}>
      <ellipse cx="12" cy="9.5" rx="4" ry="7" />
      <ellipse cx="8.8" cy="14.6" rx="4" ry="7" transform="rotate(60 8.8 14.6)" />
      <ellipse cx="15.2" cy="14.6" rx="4" ry="7" transform="rotate(-60 15.2 14.6)" />
    </g>
  ),
  zustand: (
    <g {...stroke}>
      <circle cx="6.5" cy="6.5" r="2.7" />
      <circle cx="17.5" cy="6.5" r="2.7" />
      <path d="M12 5.200c5 0 8 3.4 8 7.800s-3 7.5-8 7.5-8-3.1-8-7.5 3-7.8 8-7.800z" />
      <path d="M9 12h.01M15 12h.01M10.5 15.500c.8.9 2.2.9 3 0" />
    </g>
  ),
};

const icons = {
  comments: MessageSquare,
  notifications: Bell,
  ai: Sparkles,
  tiptap: TextCursor,
  blocknote: Blocks,
  lexical: Type,
  codemirror: Braces,
  monaco: CodeXml,
  quill: Feather,
  slate: PanelTop,
} as const;

/** The mark of a framework, an editor or a feature. */
export function FrameworkMark({ name }: { name: string }) {
  const Icon = (icons as Readonly<Record<string, typeof Bell | undefined>>)[name];
  if (Icon !== undefined) return <Icon className="card-mark" aria-hidden />;
  const drawing = marks[name];
  if (drawing === undefined) throw new Error(`There is no logo for ${name}.`);
  return (
    <svg viewBox="0 0 24 24" className="card-mark" aria-hidden="true">
      {drawing}
    </svg>
  );
}
