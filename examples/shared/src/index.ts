/** What the examples share: who the visitor is, which server and room to use, and the frame around each page. */
export { AvatarStack } from "./avatar-stack.tsx";
export { ConnectionBadge } from "./connection-badge.tsx";
export { useConnection } from "./connection.ts";
export type { Connection } from "./connection.ts";
export { readDemo } from "./demo.ts";
export type { Demo } from "./demo.ts";
export { ExampleFrame } from "./example-frame.tsx";
export { Invite } from "./invite.tsx";
export { copyText } from "./copy-text.ts";
export { startExample } from "./start-example.tsx";
export type { Session } from "./start-example.tsx";
export { isTyping } from "./keyboard.ts";
export { prefersReducedMotion } from "./motion.ts";
export { currentTheme, onThemeChange, toggleTheme } from "./theme.ts";
export { dyeColour, initials, readVisitor } from "./visitor.ts";
export type { Visitor } from "./visitor.ts";
