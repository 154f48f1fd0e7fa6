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
    explain: "This call of the site needs an account. The sign-in is missing, has ended, or was taken back.",
  },
  MISSING_SECRET_KEY: {
    status: 401,
    message: "No secret key in the authentication header.",
    suggestion: "Send the secret key.",
    explain: "Server calls need `Authorization: Bearer sk_…`. The header is missing, empty, or of another scheme.",
  },
  WRONG_KEY_USED: {
    status: 401,
    message: "A public key was used instead of the secret key.",
    suggestion: "Use the secret key.",
    explain:
      "Keys that begin with `pk_` may be seen by anyone and open only public rooms. Server calls need the `sk_` key.",
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
    message: "Pages of this origin may not use the project's public key.",
    suggestion: "Add the origin to the allowed origins in the project's settings.",
    explain:
      "The project's settings name the origins whose pages may use its public key, and the `Origin` header that came with it is none of them. Calls without that header do not come from a web page, and are not held to the list. Tokens from a back end are not, either.",
  },
  PROJECT_CLOSED: {
    status: 403,
    close: 4001,
    message: "The project is being deleted.",
    suggestion: "Ask an owner of its team to undo the deletion, while there is time.",
    explain:
      "An owner has deleted the project. A production project is closed for seven days before its data goes: until then an owner can undo the deletion on the dashboard, and its keys and tokens work again.",
  },
  INVALID_TOKEN: {
    status: 403,
    close: 4001,
    message: "The token is not valid for this project.",
    suggestion: "Ask your back end for a new token.",
    explain: "The token is garbled, was signed by someone else, belongs to another project, or was revoked.",
  },
  TOKEN_EXPIRED: {
    status: 403,
    close: 4109,
    message: "The token has expired.",
    suggestion: "Ask your back end for a new token.",
    explain: "Clients of the official SDK do this by themselves.",
  },
  UNAUTHORIZED_ROOM_ACCESS: {
    status: 403,
    close: 4001,
    message: "The user does not have permission to access the room.",
    suggestion: "Add the user, or one of their groups, to the room first.",
    explain: "Neither the token's permissions nor the room's accesses admit this user.",
  },
  FORBIDDEN: {
    status: 403,
    message: "Your role does not allow this.",
    suggestion: "Ask an owner of the team.",
    explain:
      "Calls of the site are held to the role that the account has in the team. Writes must also come from the site itself: with the header `X-Weft-CSRF`, and from its own origin.",
  },
  TWO_FACTOR_REQUIRED: {
    status: 403,
    message: "The team asks for a second factor.",
    suggestion: "Set up an authenticator app in your account's security settings.",
    explain:
      "An owner of the team has set a date from which only members with a second factor are let in. The calls of the team and of its projects are refused to the others until they have set one up.",
  },
  SIGN_IN_TOO_OLD: {
    status: 403,
    message: "The team asks for a newer sign-in.",
    suggestion: "Sign out and in again.",
    explain:
      "An owner of the team has set how long after a sign-in the team stays open to it. Other teams, and the account itself, are not closed.",
  },
  INVALID_FILE_LINK: {
    status: 403,
    message: "The link to the file is not valid.",
    suggestion: "Ask for a new link.",
    explain: "Links to files are signed and end an hour after they were given out. This one was altered, or has ended.",
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
    explain: "The room exists, but it holds nothing with this id.",
  },
  STORAGE_FILE_NOT_FOUND: {
    status: 404,
    message: "Storage file not found.",
    suggestion: "Check the id, or upload the file to this room first.",
    explain: "The room exists, but no file with this id was uploaded to it.",
  },
  NOT_FOUND: {
    status: 404,
    message: "There is nothing at this path.",
    suggestion: "Check the path against the API reference.",
    explain: "The path is not one of this server's endpoints.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: "This path does not answer to this method.",
    suggestion: "Use one of the methods in the Allow header.",
    explain: "The `Allow` header of the answer lists the methods of this path.",
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
    explain: "Something with this id exists already.",
  },
  CONFLICT: {
    status: 409,
    message: "The upload does not agree with an earlier one.",
    suggestion: "Use a new id for other content.",
    explain:
      "A file that was uploaded never changes. Its upload may be repeated with the same name and size, and a part with the same bytes.",
  },
  CANNOT_UPDATE_EXISTING_STORAGE: {
    status: 409,
    message: "The room already has storage data.",
    suggestion: "Delete the room's storage first, or change it with JSON Patch.",
    explain: "Storage can be initialised only while its root is empty.",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: "The body is too large.",
    suggestion: "Send less data in one call.",
    explain: "The limits page names the largest body of every call.",
  },
  PROJECT_FULL: {
    status: 413,
    close: 1013,
    message: "The project has reached its limit.",
    suggestion: "Delete rooms or files that are no longer needed, or ask the operator to raise the project's limits.",
    explain:
      "A project may hold so many rooms, and so many bytes in all. What was deleted is counted for a minute more.",
  },
  NO_SPACE_FOR_FILES: {
    status: 507,
    message: "The server is running out of disk space and takes no files.",
    suggestion: "Try again when the operator has made room.",
    explain: "Uploads stop while some space is left, so that what people write in rooms can still be stored.",
  },
  ANONYMOUS_UPLOADS_OFF: {
    status: 403,
    message: "This server does not accept files from anonymous users.",
    suggestion: "Give your users access tokens, or set WEFT_ANONYMOUS_UPLOADS=true on the server.",
    explain:
      "A public key can be read in any page that uses it. A server that other machines reach takes files only from users with a token, unless its operator allows more.",
  },
  UNPROCESSABLE_ENTITY: {
    status: 422,
    message: "The data is not in the expected format.",
    suggestion: "Make the data follow the correct format.",
    explain:
      "The message names the first key that breaks a rule of the endpoint. Ids, names and metadata are well-formed Unicode without U+0000, which not every database can hold; values within Storage, presence, events and user info may hold any character that JSON can.",
  },
  INVALID_QUERY: {
    status: 422,
    message: "The query cannot be understood.",
    suggestion: "Correct the query at the position that the message names.",
    explain: "The message ends with the line and the column of the offending token.",
  },
  INVALID_STORAGE_MUTATION_REQUEST: {
    status: 422,
    message: "An operation cannot be applied to the room's storage.",
    suggestion: "Read the document again and retry.",
    explain: "JSON Patch is atomic: the first operation that cannot be applied leaves the document untouched.",
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: "Too many requests.",
    suggestion: "Wait for the number of seconds in the Retry-After header.",
    explain: "Each key has a rate and a burst; the limits page names both.",
  },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    close: 1011,
    message: "Something went wrong on the server.",
    suggestion: "Try again; if the error persists, report the request id to your server's administrator.",
    explain: "A bug of the server. Its log holds the details under the id of the request.",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    close: 1013,
    message: "The server cannot take this on right now.",
    suggestion: "Try again in a few seconds.",
    explain: "The server is starting, draining, or its disk does not answer.",
  },
  INVALID_FRAME: {
    status: 400,
    close: 4000,
    message: "The message is not in the expected format.",
    suggestion: "Use an official client, or check the frame against the protocol reference.",
    explain: "A frame is a JSON array of messages, or the text `ping`. One malformed message refuses its whole frame.",
  },
  ROOM_FULL: {
    status: 403,
    close: 4005,
    message: "The room is full.",
    suggestion: "Wait until a user leaves, or raise the limit of connections per room.",
    explain: "A room holds a bounded number of connections, and so does one user in a room.",
  },
  ROOM_ID_CHANGED: {
    status: 409,
    close: 4006,
    message: "The room's id has changed.",
    suggestion: "Enter the room by its new id.",
    explain: "The close reason carries the new id. Clients do not reconnect by themselves.",
  },
  ACCESS_CHANGED: {
    status: 403,
    close: 4100,
    message: "The room or its accesses have changed; connect again.",
    explain: "Clients reconnect by themselves and load the room anew.",
  },
  TRY_AGAIN_LATER: {
    status: 503,
    close: 1013,
    message: "The server is overloaded; connect again later.",
    explain:
      "The connection was too slow, too fast, or one too many. Clients reconnect by themselves after two seconds or more.",
  },
  RESTARTING: {
    status: 503,
    close: 1012,
    message: "The room moves or the server restarts; connect again.",
    explain: "Clients reconnect by themselves at once and send again what was not acknowledged.",
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

/** A failure that a caller can see. Thrown where it is discovered, rendered once per edge. */
export class WeftError extends Error {
  override name = "WeftError";
  readonly code: ErrorCode;
  /** What the caller can do about it; empty when there is nothing to say. */
  readonly suggestion: string;
  constructor(code: ErrorCode, options: { message?: string; suggestion?: string; cause?: unknown } = {}) {
    super(options.message ?? errors[code].message, { cause: options.cause });
    this.code = code;
    const entry: ErrorEntry = errors[code];
    this.suggestion = options.suggestion ?? entry.suggestion ?? "";
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
}
