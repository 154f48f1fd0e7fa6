"use client";

import { AvatarStack } from "@weft/react-ui";

/** Avatars of everyone who has the document open. */
export function PeopleHere() {
  return <AvatarStack max={4} size={30} />;
}
