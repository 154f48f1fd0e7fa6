/**
 * The server-side client. Its methods are in `calls/`, a class for each part of the REST API, and each class adds its methods to
 * those of the one before it.
 */
import type { JsonObject } from "@weft/protocol/types";
import { ManagementCalls } from "./calls/management-calls.ts";
import type { RequestOptions } from "./calls/calls.ts";
import { Transport } from "./http/transport.ts";
import type { Fetch } from "./http/transport.ts";
import { authResponseOf, AccessSession } from "./session.ts";
import type { AuthResponse } from "./session.ts";
import type { AppUserMeta } from "@weft/client";
import type { OptionalArgument, OptionalUnlessRequired } from "./types/app-types.ts";

/** How a client with a project's secret key is created. */
export interface LiveblocksOptions {
  /** The secret key of the project, `sk_…`. */
  secret: string;
  /** The origin of your Weft server, `https://weft.example.com`. The environment variable `WEFT_BASE_URL` unless given. */
  baseUrl?: string;
}

interface ConnectionOptions {
  readonly baseUrl?: string;
  /** Used in place of the global `fetch`. */
  readonly fetch?: Fetch;
  /** How often a call is repeated at most, if it fails for now and may be repeated; 2 unless given. */
  readonly retries?: number;
}

/** How a client is created: with the secret key of a project, with a management token of a team, `wmt_…`, or both. */
export type WeftOptions = ConnectionOptions &
  (
    | { readonly secret: string; readonly managementToken?: string }
    | { readonly secret?: undefined; readonly managementToken: string }
  );

type UserInfoOption = OptionalUnlessRequired<AppUserMeta["info"], { userInfo: AppUserMeta["info"] }>;
type SessionOptions = UserInfoOption & {
  organizationId?: string;
  /** @deprecated use `organizationId` */
  tenantId?: string;
};

/** Who a user is, for an ID token. */
export interface IdTokenIdentity {
  userId: string;
  groupIds: string[];
  organizationId?: string;
  /** @deprecated use `organizationId` */
  tenantId?: string;
}

/**
 * Calls the REST API of a Weft server from a back end.
 *
 * @param roomId The id of the room.
 * @param threadId The id of the thread.
 * @param commentId The id of the comment.
 * @param userId The id of the user.
 * @param groupId The id of the group.
 * @param copilotId The id of the copilot.
 * @param feedId The id of the feed.
 * @param versionId The id of the version.
 * @param attachmentId The id of the attachment.
 * @param organizationId The organization (tenant) of what is read or created.
 * @param defaultAccesses The permissions of users without an own or a group's access. Empty for a private room.
 * @param groupsAccesses Permissions by group id.
 * @param usersAccesses Permissions by user id.
 * @param metadata Strings, or lists of strings, by key.
 * @param memberIds The ids of the users.
 * @param guid The id of a subdocument. Without it, the root document.
 * @param query Conditions in the query language, or as an object.
 * @param callback Gets the root of Storage and edits it.
 * @param data The new values.
 * @param file The file.
 * @param update A Yjs update.
 * @param message The event, as JSON.
 * @param currentRoomId The present id.
 * @param newRoomId The new id.
 * @param idempotent Returns the room instead of an error if it exists.
 * @param groupIds Rooms that one of these groups may enter.
 * @param limit The size of a page.
 * @param kind The kind of notification, which starts with `$`.
 * @param subjectId What the notification is about. Activities with the same subject are combined.
 * @param activityData Data of this activity.
 * @param url The address of the page or the website.
 * @param key The name of the shared type in the document.
 * @param type The kind of the shared type or of the source.
 * @param format The format of the result.
 * @param scopes Where the group can be mentioned.
 * @param userInfo The user's info, as others see it.
 * @param params What is created or changed.
 * @param criteria Which rooms.
 *
 * @example
 * const weft = new Weft({ secret: process.env.WEFT_SECRET_KEY, baseUrl: "https://weft.example.com" });
 * const room = await weft.createRoom("document-1", { defaultAccesses: ["*:write"] });
 */
export class Weft extends ManagementCalls {
  constructor(options: WeftOptions) {
    super(new Transport(checked(options)));
  }

  /** Begins an access token: what the user may do is in the token. */
  prepareSession(userId: string, ...rest: OptionalArgument<AppUserMeta["info"], SessionOptions>): AccessSession {
    if (typeof userId !== "string" || userId === "") throw new TypeError("userId must be a string that is not empty.");
    const { userInfo, organizationId, tenantId } = (rest[0] ?? {}) as Partial<SessionOptions>;
    const user = { userId, userInfo, organizationId: organizationId ?? tenantId };
    return new AccessSession((permissions) =>
      authResponseOf(this.json("prepareSession.authorize", { body: { ...user, permissions } })),
    );
  }

  /**
   * Gets an ID token: it says who the user is, and what the user may do is read from the rooms. Failures do not throw: they are
   * answers with their status, to be sent on.
   *
   * @example
   * const { status, body } = await weft.identifyUser({ userId: "ada", groupIds: ["editors"] }, { userInfo: { name: "Ada" } });
   */
  identifyUser(
    identity: string | IdTokenIdentity,
    ...rest: OptionalArgument<AppUserMeta["info"], UserInfoOption>
  ): Promise<AuthResponse> {
    const { userId, groupIds, organizationId, tenantId }: Partial<IdTokenIdentity> & { userId: string } =
      typeof identity === "string" ? { userId: identity } : identity;
    const { userInfo } = (rest[0] ?? {}) as Partial<SessionOptions>;
    const body = { userId, groupIds, userInfo, organizationId: organizationId ?? tenantId };
    return authResponseOf(this.json("identifyUser", { body }));
  }

  /** @deprecated use `prepareSession` or `identifyUser` */
  authorizeRoom(
    params: { roomId: string; userId?: string; groupIds?: string[]; userInfo?: JsonObject },
    options?: RequestOptions,
  ): Promise<{ token: string }> {
    const { roomId, ...body } = params;
    return this.json("authorizeRoom", { path: { roomId }, body, ...options });
  }

  /** @deprecated create the client with the public key */
  authorizePublicRoom(
    params: { roomId: string; publicApiKey: string },
    options?: RequestOptions,
  ): Promise<{ token: string }> {
    const { roomId, publicApiKey } = params;
    return this.json("authorizePublicRoom", { path: { roomId }, body: { publicApiKey }, ...options });
  }

  /** The description of the server's REST API, in OpenAPI 3.1. */
  getOpenApiDocument(options?: RequestOptions): Promise<JsonObject> {
    return this.json("getOpenApiDocument", { ...options });
  }
}

function checked({ secret, managementToken, baseUrl, fetch: given, retries = 2 }: WeftOptions) {
  if (secret === undefined && managementToken === undefined)
    throw new TypeError("Give the secret key of your project as `secret`, or a management token as `managementToken`.");
  if (secret !== undefined && !/^sk_[\w-]+$/.test(secret))
    throw new TypeError(
      secret.startsWith("pk_")
        ? "`secret` is a public key: use the secret key of your project, which begins with sk_."
        : "`secret` must be the secret key of your project, which begins with sk_.",
    );
  if (!Number.isInteger(retries) || retries < 0) throw new RangeError("`retries` must be an integer of at least 0.");
  const server = baseUrl ?? process.env["WEFT_BASE_URL"] ?? "";
  if (server === "")
    throw new TypeError(
      "Set `baseUrl`, or the environment variable WEFT_BASE_URL, to the origin of your Weft server, such as https://weft.example.com.",
    );
  if (!/^https?:\/\//.test(server) || !URL.canParse(server))
    throw new TypeError(
      `${JSON.stringify(server)} is not a URL of a Weft server: it must begin with https:// or http://.`,
    );
  // The global one is looked up by each call, because others may replace it.
  const fetching: Fetch = given ?? ((url, init) => fetch(url, init));
  return { baseUrl: server, secret, managementToken, fetch: fetching, retries };
}
