export interface ErrorEntry {
  /** HTTP status of the answer. */
  readonly status: number;
  /** WebSocket close code, for errors that end a connection. */
  readonly close?: number;
  readonly message: string;
  /** What the caller can do about it. */
  readonly suggestion?: string;
  /** Markdown: the body of its documentation page. */
  readonly explain: string;
}

/** Every failure a caller can see. HTTP bodies, socket closes and `/docs/errors/*` are read from here. */
export const errors = {
  BAD_REQUEST: {
    status: 400,
    message: "The request is malformed.",
    suggestion: "Check the syntax of the path and of the JSON body.",
    explain: "The body is not JSON, or a part of the path cannot be decoded. Nothing was read or changed.",
  },
  UNAUTHENTICATED: {
    status: 401,
    message: "No user is signed in.",
    suggestion: "Sign in.",
    explain: "This call requires an account. The session is missing, has expired, or was revoked.",
  },
  MISSING_SECRET_KEY: {
    status: 401,
    message: "No secret key in the authentication header.",
    suggestion: "Send the secret key in the Authorization header.",
    explain: "Server calls require `Authorization: Bearer sk_…`. The header is missing, empty, or has another scheme.",
  },
  WRONG_KEY_USED: {
    status: 401,
    message: "A public key was used instead of the secret key.",
    suggestion: "Use the secret key.",
    explain:
      "Keys that start with `pk_` are public and only give access to public rooms. Server calls require the `sk_` key.",
  },
  MISSING_MANAGEMENT_API_ACCESS_TOKEN: {
    status: 401,
    message: "No management token in the authentication header.",
    suggestion: "Send a management token of the team.",
    explain:
      "Calls to the management API require `Authorization: Bearer wmt_…`. The header is missing, empty, or has another scheme.",
  },
  INVALID_MANAGEMENT_API_ACCESS_TOKEN: {
    status: 401,
    message: "Invalid management token.",
    suggestion: "Use a management token from the team's settings.",
    explain:
      "The value is not a management token, which is `wmt_` and 43 characters. The management API does not accept the keys of a project, `sk_…` and `pk_…`.",
  },
  REVOKED_MANAGEMENT_API_ACCESS_TOKEN: {
    status: 401,
    message: "The management token was revoked.",
    suggestion: "Create a new management token in the team's settings.",
    explain: "An owner of the team has revoked the token. Revoking a token takes effect immediately.",
  },
  EXPIRED_MANAGEMENT_API_ACCESS_TOKEN: {
    status: 401,
    message: "The management token has expired.",
    suggestion: "Create a new management token in the team's settings.",
    explain: "Management tokens expire one year after they were created.",
  },
  INVALID_SECRET_KEY: {
    status: 403,
    message: "Invalid secret key.",
    suggestion: "Use a valid secret key from the dashboard.",
    explain: "The key is not, or is no longer, a secret key of a project on this server.",
  },
  INVALID_PUBLIC_KEY: {
    status: 403,
    close: 4001,
    message: "Invalid public key",
    suggestion: "Use a valid public key from the dashboard.",
    explain: "The key is unknown, or was deactivated in the project's settings.",
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    close: 4001,
    message: "This origin is not allowed to use the project's public key.",
    suggestion: "Add the origin to the allowed origins in the project's settings.",
    explain:
      "The project's settings list the origins that can use its public key, and the `Origin` header of the request is not one of them. The list does not apply to calls without an `Origin` header, which do not come from a web page, or to tokens from a back end.",
  },
  PROJECT_CLOSED: {
    status: 403,
    close: 4001,
    message: "The project is being deleted.",
    suggestion: "Ask an owner of the team to undo the deletion while it is still possible.",
    explain:
      "An owner has deleted the project. A production project is closed for seven days before its data is deleted. Until then, an owner can undo the deletion in the dashboard, and its keys and tokens work again.",
  },
  INVALID_TOKEN: {
    status: 403,
    close: 4001,
    message: "The token is not valid for this project.",
    suggestion: "Request a new token from your back end.",
    explain: "The token is malformed, was signed by another server, belongs to another project, or was revoked.",
  },
  TOKEN_EXPIRED: {
    status: 403,
    close: 4109,
    message: "The token has expired.",
    suggestion: "Request a new token from your back end.",
    explain: "Official clients do this automatically.",
  },
  UNAUTHORIZED_ROOM_ACCESS: {
    status: 403,
    close: 4001,
    message: "The user does not have permission to access the room.",
    suggestion: "Add the user, or one of their groups, to the room first.",
    explain: "Neither the token's permissions nor the room's accesses allow this user to enter.",
  },
  USER_REQUIRED: {
    status: 403,
    message: "This call requires a user, but the credential has none.",
    suggestion: "Use an access token or an ID token instead of the public key.",
    explain:
      "Inboxes, subscriptions, mentions and uploads of attachments belong to users. With a public key, users are anonymous: they can read and write comments where the room allows it, but have no data of their own.",
  },
  FORBIDDEN: {
    status: 403,
    message: "Your role does not allow this.",
    suggestion: "Ask an owner of the team.",
    explain:
      "Calls are limited by the role that the account has in the team. Writes must also come from the site itself: with the header `X-Weft-CSRF`, and from its own origin.",
  },
  TWO_FACTOR_REQUIRED: {
    status: 403,
    message: "The team requires two-factor authentication.",
    suggestion: "Set up an authenticator app in your account's security settings.",
    explain:
      "An owner of the team has set a date from which members need two-factor authentication. Calls for the team and its projects fail until you set it up.",
  },
  SIGN_IN_TOO_OLD: {
    status: 403,
    message: "The team requires a more recent sign-in.",
    suggestion: "Sign out and sign in again.",
    explain: "An owner of the team has set a session length. Other teams, and your account, are not affected.",
  },
  SSO_REQUIRED: {
    status: 403,
    message: "The team requires single sign-on.",
    suggestion: "Sign in with single sign-on.",
    explain:
      "An owner of the team requires members with an address of the company's domain to sign in through its identity provider. Sign in through the team's single sign-on; other teams, and your account, are not affected.",
  },
  INVALID_MANAGEMENT_API_ACCESS_TOKEN_SCOPE: {
    status: 403,
    message: "The management token does not have the required scope.",
    suggestion: "Create a management token with this scope.",
    explain:
      "Calls that read require the scope `read:all`, and calls that write require `write:all`. Neither includes the other. The scopes of a token are set when it is created.",
  },
  PUBLIC_KEY_NOT_ENABLED: {
    status: 403,
    message: "The public key of the project is deactivated.",
    suggestion: "Activate the public key first.",
    explain: "Only an active public key can be rolled.",
  },
  INVALID_FILE_LINK: {
    status: 403,
    message: "The link to the file is not valid.",
    suggestion: "Request a new link.",
    explain: "Links to files are signed and expire after an hour. This one was altered or has expired.",
  },
  NOT_EXISTING_MANAGEMENT_API_ACCESS_TOKEN: {
    status: 404,
    message: "The management token does not exist.",
    suggestion: "Create a management token in the team's settings.",
    explain:
      "The token is well-formed, but unknown to this server: it belongs to another server, expired long ago, or its team was deleted.",
  },
  PROJECT_NOT_FOUND: {
    status: 404,
    message: "Project not found.",
    suggestion: "Check the id.",
    explain:
      "No project with this id exists in the team of the management token, or the project is being deleted. Projects of other teams also return this error.",
  },
  ROOM_NOT_FOUND: {
    status: 404,
    message: "Room not found.",
    suggestion: "Create the room first, or check its id.",
    explain: "No room with this id exists in the project of the key that was used.",
  },
  RESOURCE_NOT_FOUND: {
    status: 404,
    message: "Resource not found.",
    suggestion: "Check the id.",
    explain: "The room exists, but it has no resource with this id.",
  },
  STORAGE_FILE_NOT_FOUND: {
    status: 404,
    message: "Storage file not found.",
    suggestion: "Check the id, or upload the file to this room first.",
    explain: "The room exists, but no file with this id was uploaded to it.",
  },
  WEBHOOK_NOT_FOUND: {
    status: 404,
    message: "Webhook not found.",
    suggestion: "Check the id of the webhook.",
    explain: "The project has no webhook endpoint with this id, or it was deleted.",
  },
  NOT_FOUND: {
    status: 404,
    message: "There is nothing at this path.",
    suggestion: "Check the path against the API reference.",
    explain: "The path is not one of this server's endpoints.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: "This method is not allowed for this path.",
    suggestion: "Use one of the methods in the Allow header.",
    explain: "The `Allow` header of the response lists the methods of this path.",
  },
  ROOM_ALREADY_EXISTS: {
    status: 409,
    message: "The room already exists.",
    suggestion: "Use a different room id or update the existing room.",
    explain: "Room ids are unique in a project. Add `?idempotent` to get the existing room instead.",
  },
  RESOURCE_ALREADY_EXISTS: {
    status: 409,
    message: "The resource already exists.",
    suggestion: "Use a different id or update the existing resource.",
    explain: "A resource with this id already exists.",
  },
  CONFLICT: {
    status: 409,
    message: "The upload conflicts with an earlier one.",
    suggestion: "Use a new id for different content.",
    explain:
      "Uploaded files are immutable. You can repeat an upload with the same name and size, and a part with the same bytes.",
  },
  CANNOT_UPDATE_EXISTING_STORAGE: {
    status: 409,
    message: "The room already has storage data.",
    suggestion: "Delete the room's storage first, or change it with JSON Patch.",
    explain: "Storage can only be initialized while its root is empty.",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: "The body is too large.",
    suggestion: "Send less data in one call.",
    explain: "The limits page lists the maximum body size of every call.",
  },
  PROJECT_FULL: {
    status: 413,
    close: 1013,
    message: "The project has reached its limit.",
    suggestion: "Delete rooms or files that are no longer needed, or ask the operator to raise the project's limits.",
    explain: "A project has a maximum number of rooms and total bytes. Deleted data is still counted for a minute.",
  },
  PLAN_LIMIT_REACHED: {
    status: 403,
    message: "The team's plan does not include more usage.",
    suggestion: "Upgrade the team's plan, or, for monthly limits, wait until the next month.",
    explain:
      "Plans can set a maximum for comments and notifications per month, and for bytes of comment attachments. The usage of all projects of a team counts together and is shown on the page Plan and usage. The plan of a self-hosted server has no maximum unless its operator sets one. Usage is measured once a minute, so a change of plan or a deletion takes effect within a minute.",
  },
  NO_SPACE_FOR_FILES: {
    status: 507,
    message: "The server is running out of disk space and does not accept files.",
    suggestion: "Try again when the operator has freed up space.",
    explain: "Uploads are disabled while some space is left, so that edits in rooms can still be stored.",
  },
  ANONYMOUS_UPLOADS_OFF: {
    status: 403,
    message: "This server does not accept files from anonymous users.",
    suggestion: "Issue access tokens to your users, or set WEFT_ANONYMOUS_UPLOADS=true on the server.",
    explain:
      "Anyone can read a public key from a page that uses it. A server that other machines can reach only accepts files from users with a token, unless its operator allows anonymous uploads.",
  },
  UNPROCESSABLE_ENTITY: {
    status: 422,
    message: "The data is not in the expected format.",
    suggestion: "Correct the value that the message names.",
    explain:
      "The message names the first invalid value. Ids, names and metadata must be well-formed Unicode without U+0000, which not every database can store. Values in Storage, presence, events and user info can contain any character that JSON allows.",
  },
  INVALID_QUERY: {
    status: 422,
    message: "The query is invalid.",
    suggestion: "Correct the query at the position in the message.",
    explain: "The message ends with the line and column of the invalid token.",
  },
  INVALID_STORAGE_MUTATION_REQUEST: {
    status: 422,
    message: "An operation cannot be applied to the room's storage.",
    suggestion: "Read the document again and retry.",
    explain: "JSON Patch is atomic: if an operation cannot be applied, the document is not changed.",
  },
  PAGE_UNREACHABLE: {
    status: 422,
    message: "The page cannot be read.",
    suggestion: "Check that the address opens in a browser without signing in.",
    explain:
      "The server tried to read the page at the address in the request. The host cannot be found or reached, did not respond in time, or returned an error. The message has the reason.",
  },
  AI_NOT_CONFIGURED: {
    status: 501,
    message: "No AI provider is configured.",
    suggestion: "Create a copilot in the project, or ask the server's operator to configure a default one.",
    explain: "The call requires a model, but neither the project nor the server has one.",
  },
  AI_UNAVAILABLE: {
    status: 503,
    message: "The AI provider failed.",
    suggestion: "Try again later. If it keeps failing, check the provider, model and key of the copilot.",
    explain: "The provider is overloaded, has rejected the key, or has run out of quota. The message has the reason.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: "Files of this type cannot be read.",
    suggestion: "Send text, Markdown, HTML, PDF or a Word document.",
    explain:
      "The type is detected from the contents of the file, then from its name, then from the `Content-Type` header.",
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: "Too many requests.",
    suggestion: "Wait for the number of seconds in the Retry-After header.",
    explain: "Each key has a rate and a burst, which are listed on the limits page.",
  },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    close: 1011,
    message: "Something went wrong on the server.",
    suggestion: "Try again. If the error persists, report the request id to your server's administrator.",
    explain: "A bug in the server. Its log has the details under the request id.",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    close: 1013,
    message: "The server is temporarily unavailable.",
    suggestion: "Try again in a few seconds.",
    explain: "The server is starting or stopping, or its disk does not respond.",
  },
  INVALID_FRAME: {
    status: 400,
    close: 4000,
    message: "The message is not in the expected format.",
    suggestion: "Use an official client, or check the frame against the protocol reference.",
    explain:
      "A frame is a JSON array of messages, or the text `ping`. One malformed message invalidates the whole frame.",
  },
  ROOM_FULL: {
    status: 403,
    close: 4005,
    message: "The room is full.",
    suggestion: "Wait until a user leaves, or raise the limit of connections per room.",
    explain: "The number of connections is limited per room, and per user in a room.",
  },
  ROOM_ID_CHANGED: {
    status: 409,
    close: 4006,
    message: "The room's id has changed.",
    suggestion: "Enter the room by its new id.",
    explain: "The close reason is the new id. Clients do not reconnect automatically.",
  },
  ACCESS_CHANGED: {
    status: 403,
    close: 4100,
    message: "The room or its accesses have changed; connect again.",
    explain: "Clients reconnect automatically and reload the room.",
  },
  TRY_AGAIN_LATER: {
    status: 503,
    close: 1013,
    message: "The server is overloaded; connect again later.",
    explain:
      "The connection was too slow or too fast, or there are too many connections. Clients reconnect automatically after two seconds or more.",
  },
  RESTARTING: {
    status: 503,
    close: 1012,
    message: "The room is moving or the server is restarting; connect again.",
    explain: "Clients reconnect immediately and resend unacknowledged changes.",
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

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

/** The body of every error answer. `docs` is the address of the code's documentation page on this server. */
export interface ErrorBody {
  readonly error: string;
  readonly message: string;
  readonly suggestion: string;
  readonly docs: string;
  /** Why notification settings were refused. */
  readonly reason?: string;
}
