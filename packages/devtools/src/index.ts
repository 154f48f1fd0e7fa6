/** Developer tools for rooms of Weft: a panel for the page, and what it shows. */
export { createDevtools, type Devtools, type DevtoolsOptions } from "./devtools.ts";
export type { NetworkControls } from "./panel/network-view.ts";
export type { DevtoolsPanel, PanelSource } from "./panel/panel.ts";
export { type LoggedMessage, MessageLog } from "./message-log.ts";
export { type MessageDirection, type NetworkConditions, type SocketClass, WatchedSocket } from "./network.ts";
export { type ObservedClient, type ObservedRoom, RoomTrace, type UnackedOp } from "./room-trace.ts";
export { type StorageMoment, StorageTimeline } from "./storage-timeline.ts";
