/** Rooms of any types, as the hooks use them. Their faces give applications the types that were declared. */
import type { UserMeta, Client, Json, JsonObject, LsonObject, Room, User } from "@weft/client";

// oxlint-disable-next-line typescript/no-unnecessary-type-arguments
export type AnyRoom = Room<JsonObject, LsonObject, UserMeta, Json>;
export type AnyMember = User<JsonObject, UserMeta>;
export type AnyClient = Client<UserMeta>;
