import type { ErrorCode } from "./errors.ts";

/** Why each error happens, in Markdown: a part of its documentation page. Apart from the catalogue, which browsers load. */
export const errorExplanations = {
  BAD_REQUEST: "The body is not JSON, or a part of the path cannot be decoded. Nothing was read or changed.",
  UNAUTHENTICATED: "This call requires an account. The session is missing, has expired, or was revoked.",
  MISSING_SECRET_KEY:
    "Server calls require `Authorization: Bearer sk_…`. The header is missing, empty, or has another scheme.",
  WRONG_KEY_USED:
    "Keys that start with `pk_` are public and only give access to public rooms. Server calls require the `sk_` key.",
  MISSING_MANAGEMENT_API_ACCESS_TOKEN:
    "Calls to the management API require `Authorization: Bearer wmt_…`. The header is missing, empty, or has another scheme.",
  INVALID_MANAGEMENT_API_ACCESS_TOKEN:
    "The value is not a management token, which is `wmt_` and 43 characters. The management API does not accept the keys of a project, `sk_…` and `pk_…`.",
  REVOKED_MANAGEMENT_API_ACCESS_TOKEN:
    "An owner of the team has revoked the token. Revoking a token takes effect immediately.",
  EXPIRED_MANAGEMENT_API_ACCESS_TOKEN: "Management tokens expire one year after they were created.",
  INVALID_SECRET_KEY: "The key is not, or is no longer, a secret key of a project on this server.",
  INVALID_PUBLIC_KEY: "The key is unknown, or was deactivated in the project's settings.",
  ORIGIN_NOT_ALLOWED:
    "The project's settings list the origins that can use its public key, and the `Origin` header of the request is not one of them. The list does not apply to calls without an `Origin` header, which do not come from a web page, or to tokens from a back end.",
  PROJECT_CLOSED:
    "An owner has deleted the project. A production project is closed for seven days before its data is deleted. Until then, an owner can undo the deletion in the dashboard, and its keys and tokens work again.",
  INVALID_TOKEN: "The token is malformed, was signed by another server, belongs to another project, or was revoked.",
  TOKEN_EXPIRED: "Official clients do this automatically.",
  UNAUTHORIZED_ROOM_ACCESS: "Neither the token's permissions nor the room's accesses allow this user to enter.",
  USER_REQUIRED:
    "Inboxes, subscriptions, mentions and uploads of attachments belong to users. With a public key, users are anonymous: they can read and write comments where the room allows it, but have no data of their own.",
  FORBIDDEN:
    "Calls are limited by the role that the account has in the team. Writes must also come from the site itself: with the header `X-Weft-CSRF`, and from its own origin.",
  TWO_FACTOR_REQUIRED:
    "An owner of the team has set a date from which members need two-factor authentication. Calls for the team and its projects fail until you set it up.",
  SIGN_IN_TOO_OLD: "An owner of the team has set a session length. Other teams, and your account, are not affected.",
  SIGN_IN_METHOD_NOT_ALLOWED:
    "An owner of the team has restricted the methods by which members sign in. A session that was opened by another method, or before the server recorded methods, doesn't open the team and its projects. Other teams, and your account, are not affected.",
  SSO_REQUIRED:
    "An owner of the team requires members with an address of the company's domain to sign in through its identity provider. Sign in through the team's single sign-on; other teams, and your account, are not affected.",
  INVALID_MANAGEMENT_API_ACCESS_TOKEN_SCOPE:
    "Calls that read require the scope `read:all`, and calls that write require `write:all`. Neither includes the other. The scopes of a token are set when it is created.",
  PUBLIC_KEY_NOT_ENABLED: "Only an active public key can be rolled.",
  INVALID_FILE_LINK: "Links to files are signed and expire after an hour. This one was altered or has expired.",
  NOT_EXISTING_MANAGEMENT_API_ACCESS_TOKEN:
    "The token is well-formed, but unknown to this server: it belongs to another server, expired long ago, or its team was deleted.",
  PROJECT_NOT_FOUND:
    "No project with this id exists in the team of the management token, or the project is being deleted. Projects of other teams also return this error.",
  ROOM_NOT_FOUND: "No room with this id exists in the project of the key that was used.",
  RESOURCE_NOT_FOUND: "The room exists, but it has no resource with this id.",
  STORAGE_FILE_NOT_FOUND: "The room exists, but no file with this id was uploaded to it.",
  WEBHOOK_NOT_FOUND: "The project has no webhook endpoint with this id, or it was deleted.",
  PACKAGE_NOT_FOUND:
    "A server has the client packages of its own release: `/packages/<name>.tgz`, and the same as `/packages/<name>-<version>.tgz`. The name is not one of them, the server was upgraded to another version, or the packages were not built: `npm run pack` in a checkout builds them.",
  NOT_FOUND: "The path is not one of this server's endpoints.",
  METHOD_NOT_ALLOWED: "The `Allow` header of the response lists the methods of this path.",
  ROOM_ALREADY_EXISTS: "Room ids are unique in a project. Add `?idempotent` to get the existing room instead.",
  RESOURCE_ALREADY_EXISTS: "A resource with this id already exists.",
  CONFLICT:
    "Uploaded files are immutable. You can repeat an upload with the same name and size, and a part with the same bytes.",
  CANNOT_UPDATE_EXISTING_STORAGE: "Storage can only be initialized while its root is empty.",
  PAYLOAD_TOO_LARGE: "The limits page lists the maximum body size of every call.",
  PROJECT_FULL: "A project has a maximum number of rooms and total bytes. Deleted data is still counted for a minute.",
  PLAN_LIMIT_REACHED:
    "Plans can set a maximum for comments and notifications per month, and for bytes of comment attachments. The usage of all projects of a team counts together and is shown on the page Plan and usage. The plan of a self-hosted server has no maximum unless its operator sets one. Usage is measured once a minute, so a change of plan or a deletion takes effect within a minute.",
  NO_SPACE_FOR_FILES: "Uploads are disabled while some space is left, so that edits in rooms can still be stored.",
  ANONYMOUS_UPLOADS_OFF:
    "Anyone can read a public key from a page that uses it. A server that other machines can reach only accepts files from users with a token, unless its operator allows anonymous uploads.",
  UNPROCESSABLE_ENTITY:
    "The message names the first invalid value. Ids, names and metadata must be well-formed Unicode without U+0000, which not every database can store. Values in Storage, presence, events and user info can contain any character that JSON allows.",
  INVALID_QUERY: "The message ends with the line and column of the invalid token.",
  INVALID_STORAGE_MUTATION_REQUEST:
    "JSON Patch is atomic: if an operation cannot be applied, the document is not changed.",
  PAGE_UNREACHABLE:
    "The server tried to read the page at the address in the request. The host cannot be found or reached, did not respond in time, or returned an error. The message has the reason.",
  AI_NOT_CONFIGURED: "The call requires a model, but neither the project nor the server has one.",
  AI_UNAVAILABLE:
    "The provider is overloaded, has rejected the key, or has run out of quota. The message has the reason.",
  UNSUPPORTED_MEDIA_TYPE:
    "The type is detected from the contents of the file, then from its name, then from the `Content-Type` header.",
  TOO_MANY_REQUESTS: "Each key has a rate and a burst, which are listed on the limits page.",
  INTERNAL_SERVER_ERROR: "A bug in the server. Its log has the details under the request id.",
  SERVICE_UNAVAILABLE: "The server is starting or stopping, or its disk does not respond.",
  INVALID_FRAME:
    "A frame is a JSON array of messages, or the text `ping`. One malformed message invalidates the whole frame.",
  ROOM_FULL: "The number of connections is limited per room, and per user in a room.",
  ROOM_ID_CHANGED: "The close reason is the new id. Clients do not reconnect automatically.",
  ACCESS_CHANGED: "Clients reconnect automatically and reload the room.",
  TRY_AGAIN_LATER:
    "The connection was too slow or too fast, or there are too many connections. Clients reconnect automatically after two seconds or more.",
  RESTARTING: "Clients reconnect immediately and resend unacknowledged changes.",
} as const satisfies Readonly<Record<ErrorCode, string>>;
