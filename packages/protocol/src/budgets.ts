import type { serverLimits } from "./limits.ts";

type LimitName = keyof typeof serverLimits;

/** Something of the process that many owners use, and that one of them could use up. */
export interface Budget {
  /** What it is, as the head of its row: "Unread answers". */
  readonly holds: string;
  /** The limit of all owners together; undefined if only shares are bounded. */
  readonly total?: LimitName;
  /** Of whom there are shares, from the smallest owner to the largest, and the limit that each is. */
  readonly shares: readonly { readonly of: string; readonly limit: LimitName }[];
  /** When what is held is given back, whatever its owner does; undefined if its owner may keep it. */
  readonly endsAfter?: LimitName;
  /** What happens at the bound, and to whom. */
  readonly atBound: string;
}

/**
 * Every budget that owners share. Each has a share per owner, so that no owner takes what others need; the limits page
 * lists them, and a test in `faults/` lets one owner take all that it can while another is served.
 */
export const budgets = {
  unreadAnswers: {
    holds: "Bytes of answers that callers have not read",
    total: "restUnsent",
    shares: [{ of: "key, user, account or network", limit: "restUnsentPerCaller" }],
    endsAfter: "restUnreadMs",
    atBound:
      "The caller gets 429 until it has read. At the total, the answer that has moved least, of the caller that holds most, is ended.",
  },
  unreadInput: {
    holds: "Bytes of bodies and frames that have begun to arrive",
    total: "unreadInput",
    shares: [
      { of: "key, user, account or network", limit: "unreadInputPerCaller" },
      { of: "project", limit: "unreadInputPerProject" },
    ],
    endsAfter: "unreadInputStalledMs",
    atBound:
      "A call gets 503, a socket is closed with 1013. At the total, what has moved least, of the caller that holds most, is ended.",
  },
  pipelinedRequests: {
    holds: "Requests that are sent before the answer to the one before",
    shares: [{ of: "connection", limit: "requestsWaitingPerConnection" }],
    atBound: "One is handled at a time, and the others wait. A connection that sends more is ended.",
  },
  pendingConnections: {
    holds: "Connections without a whole request",
    shares: [
      { of: "network, older than `pendingConnectionMs`", limit: "unauthenticatedPerAddress" },
      { of: "network, of any age", limit: "pendingConnectionsPerAddress" },
    ],
    endsAfter: "restHeaderTimeoutMs",
    atBound: "The oldest of that network is ended, with 408 if a part of a request has arrived.",
  },
  pages: {
    holds: "Requests for pages and files of the site, in a second",
    shares: [{ of: "network", limit: "pageRatePerSecond" }],
    atBound: "429 with `Retry-After`.",
  },
  calls: {
    holds: "REST calls, in a second",
    shares: [
      { of: "user", limit: "restUserRatePerSecond" },
      { of: "address without a key", limit: "restAddressRatePerSecond" },
      { of: "secret key", limit: "restRatePerSecond" },
    ],
    atBound: "429 with `Retry-After`.",
  },
  unreadFrames: {
    holds: "Bytes of frames that sockets have not read",
    total: "outputTotal",
    shares: [{ of: "socket", limit: "outputHard" }],
    endsAfter: "outputStallMs",
    atBound: "The socket is closed with 1013. At the total, the socket that has read least is.",
  },
  inspectedFrames: {
    holds: "Bytes of frames that inspectors of rooms have not read",
    total: "inspectedUnsent",
    shares: [{ of: "socket", limit: "outputHard" }],
    endsAfter: "outputStallMs",
    atBound: "The socket that asks for more is closed with 1013.",
  },
  storageAnswers: {
    holds: "Answers to requests for Storage that clients have not read",
    shares: [{ of: "socket", limit: "storageFetchesUnread" }],
    atBound: "The socket is closed with 1013.",
  },
  connections: {
    holds: "Sockets",
    shares: [
      { of: "user in a room", limit: "connectionsPerUserInRoom" },
      { of: "room", limit: "connectionsPerRoom" },
      { of: "address, together with chats and inspectors", limit: "connectionsPerAddress" },
      { of: "project", limit: "connectionsPerProject" },
    ],
    atBound: "The newcomer is closed with 4005 or 1013.",
  },
  openDocuments: {
    holds: "Documents that are open",
    total: "documentsAwake",
    shares: [{ of: "room", limit: "documentsAwakePerRoom" }],
    atBound: "The request waits until another document is closed, or is refused when too many wait.",
  },
  answers: {
    holds: "Answers of copilots that are being written",
    shares: [
      { of: "user", limit: "answersPerUser" },
      { of: "project", limit: "answersPerProject" },
    ],
    endsAfter: "answerTimeoutMaxMs",
    atBound: "The question is refused.",
  },
  providerResponses: {
    holds: "Bytes of responses of AI providers",
    shares: [{ of: "response", limit: "providerResponseBytes" }],
    endsAfter: "answerTimeoutMaxMs",
    atBound: "The answer fails.",
  },
  refusedQuestions: {
    holds: "Bytes of questions that were refused",
    total: "refusedQuestionBytes",
    shares: [{ of: "user", limit: "refusedQuestionBytesPerUser" }],
    endsAfter: "refusedQuestionMs",
    atBound: "The oldest are forgotten.",
  },
  chats: {
    holds: "Bytes of chats with copilots",
    shares: [
      { of: "chat", limit: "chatBytes" },
      { of: "user", limit: "chatBytesPerUser" },
    ],
    atBound: "The question is refused.",
  },
  chatCommands: {
    holds: "Commands of chats, in a second",
    shares: [{ of: "socket", limit: "chatCommandsPerSecond" }],
    atBound: "The socket is closed with 1013.",
  },
  chatConnections: {
    holds: "Sockets of chats",
    shares: [
      { of: "user", limit: "chatConnectionsPerUser" },
      { of: "address, together with connections and inspectors", limit: "connectionsPerAddress" },
    ],
    atBound: "The newcomer is closed with 1013.",
  },
  knowledgeSources: {
    holds: "Sources of knowledge that are being read",
    total: "knowledgeSourcesAtOnce",
    shares: [{ of: "project", limit: "knowledgeSourcesAtOncePerProject" }],
    endsAfter: "knowledgeCrawlMs",
    atBound: "The source waits for its turn.",
  },
  outboundRequests: {
    holds: "Requests to addresses that users name",
    total: "outboundRequests",
    shares: [
      { of: "host", limit: "outboundRequestsPerHost" },
      { of: "project", limit: "outboundRequestsPerProject" },
    ],
    endsAfter: "webhookTimeoutMs",
    atBound: "The request waits.",
  },
  waitingOutboundRequests: {
    holds: "Requests to addresses that users name, which wait",
    total: "outboundRequestsWaiting",
    shares: [{ of: "project", limit: "outboundRequestsWaitingPerProject" }],
    endsAfter: "webhookTimeoutMs",
    atBound: "The request fails.",
  },
  webhookAttempts: {
    holds: "Attempts to deliver webhooks",
    total: "webhooksAtOnceInAll",
    shares: [{ of: "endpoint", limit: "webhooksAtOnce" }],
    endsAfter: "webhookTimeoutMs",
    atBound: "The message waits for its turn.",
  },
  waitingVersions: {
    holds: "Versions that wait to be made",
    shares: [{ of: "project", limit: "versionsWaiting" }],
    atBound: "The call gets 503.",
  },
  samlMessages: {
    holds: "SAML responses and metadata that wait to be read",
    total: "samlReadsWaiting",
    shares: [{ of: "team", limit: "samlReadsWaitingPerTeam" }],
    atBound: "The sign-in, or the metadata, is refused.",
  },
  receiverPages: {
    holds: "Pages that show requests of the demo project's receiver",
    total: "demoReceiverPages",
    shares: [{ of: "address", limit: "demoReceiverPagesPerAddress" }],
    atBound: "The page shows no requests.",
  },
  storedBytes: {
    holds: "Bytes on disk",
    shares: [{ of: "project", limit: "bytesPerProject" }],
    atBound: "What would add to it is refused with 413.",
  },
} as const satisfies Readonly<Record<string, Budget>>;
