/** The frame around an example in React, for examples that connect without `@liveblocks/react`. */
export { AvatarStack } from "./avatar-stack.tsx";
export { ConnectionBadge } from "./connection-badge.tsx";
export { ExampleFrame } from "./example-frame.tsx";
export { HistoryIcon } from "./history-icon.tsx";
export { startExample } from "./start-example.tsx";
