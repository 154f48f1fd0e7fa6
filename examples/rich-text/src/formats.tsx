import type { ChainedCommands, Editor } from "@tiptap/core";
import type { ReactNode } from "react";

export interface Format {
  readonly label: string;
  readonly shortcut?: string;
  readonly icon: ReactNode;
  /** Whether a line is drawn before this one. */
  readonly opensGroup?: boolean;
  readonly isActive: (editor: Editor) => boolean;
  readonly toggle: (chain: ChainedCommands) => ChainedCommands;
}

const key = /Mac|iPhone|iPad/u.test(navigator.userAgent) ? "⌘" : "Ctrl+";

/** What the toolbar can do to the words that are selected. */
export const formats: readonly Format[] = [
  {
    label: "Heading (H1)",
    icon: <Letter>H1</Letter>,
    opensGroup: true,
    isActive: (editor) => editor.isActive("heading", { level: 1 }),
    toggle: (chain) => chain.toggleHeading({ level: 1 }),
  },
  {
    label: "Subheading (H2)",
    icon: <Letter>H2</Letter>,
    isActive: (editor) => editor.isActive("heading", { level: 2 }),
    toggle: (chain) => chain.toggleHeading({ level: 2 }),
  },
  {
    label: "Bold",
    shortcut: `${key}B`,
    icon: <Letter bold>B</Letter>,
    opensGroup: true,
    isActive: (editor) => editor.isActive("bold"),
    toggle: (chain) => chain.toggleBold(),
  },
  {
    label: "Italic",
    shortcut: `${key}I`,
    icon: <Drawing d="M11.500 4h-4M8.500 16h-4M13.500 4h2M10 4h3.500L10 16H6.500" />,
    isActive: (editor) => editor.isActive("italic"),
    toggle: (chain) => chain.toggleItalic(),
  },
  {
    label: "Underline",
    shortcut: `${key}U`,
    icon: <Drawing d="M6 3.500v5.500a4 4 0 0 0 8 0V3.500M5 16.500h10" />,
    isActive: (editor) => editor.isActive("underline"),
    toggle: (chain) => chain.toggleUnderline(),
  },
  {
    label: "Strikethrough",
    icon: (
      <Drawing d="M3.500 10h13M13.800 6.300C13.200 4.700 11.800 4 10 4 7.800 4 6.200 5 6.200 6.900M6 13.500c.6 1.700 2.100 2.500 4.100 2.500 2.300 0 3.900-1.100 3.900-3" />
    ),
    isActive: (editor) => editor.isActive("strike"),
    toggle: (chain) => chain.toggleStrike(),
  },
  {
    label: "Code",
    shortcut: `${key}E`,
    icon: <Drawing d="M7 6 3 10l4 4M13 6l4 4-4 4" />,
    isActive: (editor) => editor.isActive("code"),
    toggle: (chain) => chain.toggleCode(),
  },
  {
    label: "Bulleted list",
    icon: <Drawing d="M8 5.500h9M8 10h9M8 14.500h9M3.800 5.500h.1M3.800 10h.1M3.800 14.500h.1" />,
    opensGroup: true,
    isActive: (editor) => editor.isActive("bulletList"),
    toggle: (chain) => chain.toggleBulletList(),
  },
  {
    label: "Numbered list",
    icon: (
      <Drawing d="M8.500 5.500H17M8.500 10H17M8.500 14.500H17M3 4.500 4.300 3.800v3.700M3 12.800c.2-.7.7-1 1.300-1 .7 0 1.200.4 1.200 1 0 1-2.500 1.500-2.500 3h2.500" />
    ),
    isActive: (editor) => editor.isActive("orderedList"),
    toggle: (chain) => chain.toggleOrderedList(),
  },
  {
    label: "Task list",
    icon: <Drawing d="m3 5.500 1.300 1.300L6.800 4.300M3 13.500l1.300 1.300 2.500-2.500M10 6h7M10 14h7" />,
    isActive: (editor) => editor.isActive("taskList"),
    toggle: (chain) => chain.toggleTaskList(),
  },
  {
    label: "Quote",
    icon: <Drawing d="M4 4v12M8 6h9M8 10h9M8 14h6" />,
    isActive: (editor) => editor.isActive("blockquote"),
    toggle: (chain) => chain.toggleBlockquote(),
  },
  {
    label: "Code block",
    icon: (
      <Drawing d="M4.500 3.500h11a1.500 1.500 0 0 1 1.500 1.500v10a1.500 1.500 0 0 1-1.500 1.500h-11A1.500 1.500 0 0 1 3 15V5a1.500 1.500 0 0 1 1.500-1.500ZM8 7.500 5.800 10 8 12.500M12 7.500l2.200 2.500L12 12.500" />
    ),
    isActive: (editor) => editor.isActive("codeBlock"),
    toggle: (chain) => chain.toggleCodeBlock(),
  },
];

function Letter({ bold = false, children }: { readonly bold?: boolean; readonly children: string }) {
  return (
    <span className="tool-letter" data-bold={bold || undefined} aria-hidden="true">
      {children}
    </span>
  );
}

function Drawing({ d }: { readonly d: string }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  );
}
