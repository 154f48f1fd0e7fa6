import { CloseCode } from "./socket/close-code.ts";

export interface ErrorEntry {
  /** HTTP status of the answer. */
  readonly status: number;
  /** WebSocket close code, for errors that end a connection. */
  readonly close?: CloseCode;
  readonly message: string;
  /** What the caller can do about it. */
  readonly suggestion?: string;
}

/**
 * Every failure a caller can see. HTTP bodies, socket closes and `/docs/errors/*` are read from here; why each happens is in
 * `error-explanations.ts`, which browsers do not load.
 */
export const errors = {
  BAD_REQUEST: {
    status: 400,
    message: "The request is malformed.",
    suggestion: "Check the syntax of the path and of the JSON body.",
  },
  UNAUTHENTICATED: {
    status: 401,
    message: "No user is signed in.",
    suggestion: "Sign in.",
  },
  MISSING_SECRET_KEY: {
    status: 401,
    message: "No secret key in the authentication header.",
    suggestion: "Send the secret key in the Authorization header.",
  },
  WRONG_KEY_USED: {
    status: 401,
    message: "A public key was used instead of the secret key.",
    suggestion: "Use the secret key.",
  },
  MISSING_MANAGEMENT_API_ACCESS_TOKEN: {
    status: 401,
    message: "No management token in the authentication header.",
    suggestion: "Send a management token of the team.",
  },
  INVALID_MANAGEMENT_API_ACCESS_TOKEN: {
    status: 401,
    message: "Invalid management token.",
    suggestion: "Use a management token from the team's settings.",
  },
  REVOKED_MANAGEMENT_API_ACCESS_TOKEN: {
    status: 401,
    message: "The management token was revoked.",
    suggestion: "Create a new management token in the team's settings.",
  },
  EXPIRED_MANAGEMENT_API_ACCESS_TOKEN: {
    status: 401,
    message: "The management token has expired.",
    suggestion: "Create a new management token in the team's settings.",
  },
  INVALID_SECRET_KEY: {
    status: 403,
    message: "Invalid secret key.",
    suggestion: "Use a valid secret key from the dashboard.",
  },
  INVALID_PUBLIC_KEY: {
    status: 403,
    close: CloseCode.forbidden,
    message: "Invalid public key",
    suggestion: "Use a valid public key from the dashboard.",
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    close: CloseCode.forbidden,
    message: "This origin is not allowed to use the project's public key.",
    suggestion: "Add the origin to the allowed origins in the project's settings.",
  },
  PROJECT_CLOSED: {
    status: 403,
    close: CloseCode.forbidden,
    message: "The project is being deleted.",
    suggestion: "Ask an owner of the team to undo the deletion while it is still possible.",
  },
  INVALID_TOKEN: {
    status: 403,
    close: CloseCode.forbidden,
    message: "The token is not valid for this project.",
    suggestion: "Request a new token from your back end.",
  },
  TOKEN_EXPIRED: {
    status: 403,
    close: CloseCode.tokenExpired,
    message: "The token has expired.",
    suggestion: "Request a new token from your back end.",
  },
  UNAUTHORIZED_ROOM_ACCESS: {
    status: 403,
    close: CloseCode.forbidden,
    message: "The user does not have permission to access the room.",
    suggestion: "Add the user, or one of their groups, to the room first.",
  },
  USER_REQUIRED: {
    status: 403,
    message: "This call requires a user, but the credential has none.",
    suggestion: "Use an access token or an ID token instead of the public key.",
  },
  FORBIDDEN: {
    status: 403,
    message: "Your role does not allow this.",
    suggestion: "Ask an owner of the team.",
  },
  TWO_FACTOR_REQUIRED: {
    status: 403,
    message: "The team requires two-factor authentication.",
    suggestion: "Set up an authenticator app in your account's security settings.",
  },
  SIGN_IN_TOO_OLD: {
    status: 403,
    message: "The team requires a more recent sign-in.",
    suggestion: "Sign out and sign in again.",
  },
  SIGN_IN_METHOD_NOT_ALLOWED: {
    status: 403,
    message: "The team doesn't allow the sign-in method of this session.",
    suggestion: "Sign out, and sign in with a method that the team allows.",
  },
  SSO_REQUIRED: {
    status: 403,
    message: "The team requires single sign-on.",
    suggestion: "Sign in with single sign-on.",
  },
  INVALID_MANAGEMENT_API_ACCESS_TOKEN_SCOPE: {
    status: 403,
    message: "The management token does not have the required scope.",
    suggestion: "Create a management token with this scope.",
  },
  PUBLIC_KEY_NOT_ENABLED: {
    status: 403,
    message: "The public key of the project is deactivated.",
    suggestion: "Activate the public key first.",
  },
  INVALID_FILE_LINK: {
    status: 403,
    message: "The link to the file is not valid.",
    suggestion: "Request a new link.",
  },
  NOT_EXISTING_MANAGEMENT_API_ACCESS_TOKEN: {
    status: 404,
    message: "The management token does not exist.",
    suggestion: "Create a management token in the team's settings.",
  },
  PROJECT_NOT_FOUND: {
    status: 404,
    message: "Project not found.",
    suggestion: "Check the id.",
  },
  ROOM_NOT_FOUND: {
    status: 404,
    message: "Room not found.",
    suggestion: "Create the room first, or check its id.",
  },
  RESOURCE_NOT_FOUND: {
    status: 404,
    message: "Resource not found.",
    suggestion: "Check the id.",
  },
  STORAGE_FILE_NOT_FOUND: {
    status: 404,
    message: "Storage file not found.",
    suggestion: "Check the id, or upload the file to this room first.",
  },
  WEBHOOK_NOT_FOUND: {
    status: 404,
    message: "Webhook not found.",
    suggestion: "Check the id of the webhook.",
  },
  PACKAGE_NOT_FOUND: {
    status: 404,
    message: "This server has no such package.",
    suggestion: "Check the address against /packages/packages.json on the server.",
  },
  NOT_FOUND: {
    status: 404,
    message: "There is nothing at this path.",
    suggestion: "Check the path against the API reference.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: "This method is not allowed for this path.",
    suggestion: "Use one of the methods in the Allow header.",
  },
  ROOM_ALREADY_EXISTS: {
    status: 409,
    message: "The room already exists.",
    suggestion: "Use a different room id or update the existing room.",
  },
  RESOURCE_ALREADY_EXISTS: {
    status: 409,
    message: "The resource already exists.",
    suggestion: "Use a different id or update the existing resource.",
  },
  CONFLICT: {
    status: 409,
    message: "The upload conflicts with an earlier one.",
    suggestion: "Use a new id for different content.",
  },
  CANNOT_UPDATE_EXISTING_STORAGE: {
    status: 409,
    message: "The room already has storage data.",
    suggestion: "Delete the room's storage first, or change it with JSON Patch.",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: "The body is too large.",
    suggestion: "Send less data in one call.",
  },
  PROJECT_FULL: {
    status: 413,
    close: CloseCode.tryAgainLater,
    message: "The project has reached its limit.",
    suggestion: "Delete rooms or files that are no longer needed, or ask the operator to raise the project's limits.",
  },
  PLAN_LIMIT_REACHED: {
    status: 403,
    message: "The team's plan does not include more usage.",
    suggestion: "Upgrade the team's plan, or, for monthly limits, wait until the next month.",
  },
  NO_SPACE_FOR_FILES: {
    status: 507,
    message: "The server is running out of disk space and does not accept files.",
    suggestion: "Try again when the operator has freed up space.",
  },
  ANONYMOUS_UPLOADS_OFF: {
    status: 403,
    message: "This server does not accept files from anonymous users.",
    suggestion: "Issue access tokens to your users, or set WEFT_ANONYMOUS_UPLOADS=true on the server.",
  },
  UNPROCESSABLE_ENTITY: {
    status: 422,
    message: "The data is not in the expected format.",
    suggestion: "Correct the value that the message names.",
  },
  INVALID_QUERY: {
    status: 422,
    message: "The query is invalid.",
    suggestion: "Correct the query at the position in the message.",
  },
  INVALID_STORAGE_MUTATION_REQUEST: {
    status: 422,
    message: "An operation cannot be applied to the room's storage.",
    suggestion: "Read the document again and retry.",
  },
  PAGE_UNREACHABLE: {
    status: 422,
    message: "The page cannot be read.",
    suggestion: "Check that the address opens in a browser without signing in.",
  },
  AI_NOT_CONFIGURED: {
    status: 501,
    message: "No AI provider is configured.",
    suggestion: "Create a copilot in the project, or ask the server's operator to configure a default one.",
  },
  AI_UNAVAILABLE: {
    status: 503,
    message: "The AI provider failed.",
    suggestion: "Try again later. If it keeps failing, check the provider, model and key of the copilot.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: "Files of this type cannot be read.",
    suggestion: "Send text, Markdown, HTML, PDF or a Word document.",
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: "Too many requests.",
    suggestion: "Wait for the number of seconds in the Retry-After header.",
  },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    close: CloseCode.unexpected,
    message: "Something went wrong on the server.",
    suggestion: "Try again. If the error persists, report the request id to your server's administrator.",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    close: CloseCode.tryAgainLater,
    message: "The server is temporarily unavailable.",
    suggestion: "Try again in a few seconds.",
  },
  INVALID_FRAME: {
    status: 400,
    close: CloseCode.invalidFrame,
    message: "The message is not in the expected format.",
    suggestion: "Use an official client, or check the frame against the protocol reference.",
  },
  ROOM_FULL: {
    status: 403,
    close: CloseCode.roomFull,
    message: "The room is full.",
    suggestion: "Wait until a user leaves, or raise the limit of connections per room.",
  },
  ROOM_ID_CHANGED: {
    status: 409,
    close: CloseCode.roomIdChanged,
    message: "The room's id has changed.",
    suggestion: "Enter the room by its new id.",
  },
  ACCESS_CHANGED: {
    status: 403,
    close: CloseCode.accessChanged,
    message: "The room or its accesses have changed; connect again.",
  },
  TRY_AGAIN_LATER: {
    status: 503,
    close: CloseCode.tryAgainLater,
    message: "The server is overloaded; connect again later.",
  },
  RESTARTING: {
    status: 503,
    close: CloseCode.restarting,
    message: "The room is moving or the server is restarting; connect again.",
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

/** The WebSocket code with which an error closes a connection. */
export function closeCodeOf(code: ErrorCode): CloseCode {
  const { close = CloseCode.unexpected }: ErrorEntry = errors[code];
  return close;
}

/** A failure that a caller can see. Thrown where it is discovered, rendered once per edge. */
export class WeftError extends Error {
  override name = "WeftError";
  readonly code: ErrorCode;
  /** What the caller can do about it; empty when there is nothing to say. */
  readonly suggestion: string;
  /** The message once more, where official clients read it by this name. */
  readonly reason: string | undefined;
  constructor(
    code: ErrorCode,
    options: { message?: string; suggestion?: string; reason?: string; cause?: unknown } = {},
  ) {
    super(options.message ?? errors[code].message, { cause: options.cause });
    this.code = code;
    const entry: ErrorEntry = errors[code];
    this.suggestion = options.suggestion ?? entry.suggestion ?? "";
    this.reason = options.reason;
  }
  get entry(): ErrorEntry {
    return errors[this.code];
  }
}

/** The documentation page of a code. `publicUrl`: the origin of a server, without a slash at the end. */
export function errorPage(code: ErrorCode, publicUrl: string): string {
  return `${publicUrl}/docs/errors/${code}`;
}

/** The body of every error answer. `docs` is the address of the code's documentation page on this server. */
export interface ErrorBody {
  readonly error: string;
  readonly message: string;
  readonly suggestion: string;
  readonly docs: string;
  /** Why notification settings were refused. */
  readonly reason?: string;
}
