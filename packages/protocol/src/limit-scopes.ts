import type { serverLimits } from "./limits.ts";

type LimitName = keyof typeof serverLimits;

/** Who counts towards a limit in a cluster. */
export type LimitScope =
  | { readonly by: "node" }
  /** All nodes together; `within` is how far they may pass it meanwhile. Undefined: not at all. */
  | { readonly by: "cluster"; readonly within?: string };

const node: LimitScope = { by: "node" };
const together = (within?: string): LimitScope => ({ by: "cluster", ...(within !== undefined && { within }) });
const portion = "a thousandth for each other node";

/**
 * For rates, quotas and shares, whether all nodes of a cluster count together. What is not named here is of one room, of one
 * connection, or of what is stored, and is the same wherever it is decided.
 */
export const limitScopes: { readonly [L in LimitName]?: LimitScope } = {
  restRatePerSecond: together("an eighth of `restRateBurst` for each other node"),
  restRateBurst: together("an eighth for each other node"),
  managementRatePerMinute: together("an eighth of `managementRateBurst` for each other node"),
  managementRateBurst: together("an eighth for each other node"),
  connectionsPerProject: together("a hundredth for each other node"),
  roomsPerProject: together(portion),
  bytesPerProject: together(portion),
  roomsInDemo: together(portion),
  bytesInDemo: together(portion),
  aiTokensPerMonth: together(`${portion}, and the answers in progress`),
  connectionsPerRoom: together(),
  connectionsPerUserInRoom: together(),
  restUserRatePerSecond: node,
  restUserRateBurst: node,
  restAddressRatePerSecond: node,
  restAddressRateBurst: node,
  pageRatePerSecond: node,
  pageRateBurst: node,
  connectionsPerAddress: node,
  unauthenticatedPerAddress: node,
  pendingConnectionsPerAddress: node,
  restUnsent: node,
  restUnsentPerCaller: node,
  unreadInput: node,
  unreadInputPerCaller: node,
  unreadInputPerProject: node,
  outputTotal: node,
  inspectedUnsent: node,
  answersPerUser: node,
  answersPerProject: node,
  chatConnectionsPerUser: node,
  refusedQuestionBytes: node,
  refusedQuestionBytesPerUser: node,
  versionsWaiting: node,
  documentsAwake: node,
  inspectorsPerProject: node,
  webhooksAtOnceInAll: node,
  demoReceiverPages: node,
  demoReceiverPagesPerAddress: node,
};
