import type { JsonObject } from "@weft/protocol";
import { isStorable } from "@weft/protocol";

/** How a user presents themselves: what the info of their last token said. */
export interface UserProfile {
  readonly name?: string | undefined;
  /** The address of a picture. */
  readonly avatar?: string | undefined;
  readonly color?: string | undefined;
}

/** Characters that are kept of a name. */
const nameLength = 200;
/** A longer address is not kept: a part of it is none. */
const avatarLength = 2_048;
const colorLength = 64;

/** The profile in the info of a token; undefined for an info that has nothing of it. */
export function profileIn(info: JsonObject | undefined): UserProfile | undefined {
  const name = textOf(info?.["name"]);
  const avatar = [info?.["avatar"], info?.["picture"]].map(textOf).find((text) => text !== undefined);
  const color = textOf(info?.["color"]);
  if (name === undefined && avatar === undefined && color === undefined) return undefined;
  return {
    // By characters, so that none is cut in two.
    name:
      name &&
      Array.from(name.slice(0, 2 * nameLength))
        .slice(0, nameLength)
        .join(""),
    avatar: avatar && isAddress(avatar) && avatar.length <= avatarLength ? avatar : undefined,
    color: color && color.length <= colorLength ? color : undefined,
  };
}

const isAddress = (text: string) => /^(?:https?:|data:image\/)/iu.test(text);

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && isStorable(value) ? value : undefined;
}
