/** A JSON value in which another text stands wherever a user's id stood: as a value or as a name of a member. */
export function replaceUser(value: unknown, userId: string, pseudonym: string): unknown {
  if (value === userId) return pseudonym;
  if (Array.isArray(value)) return value.map((item) => replaceUser(item, userId, pseudonym));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name === userId ? pseudonym : name,
      replaceUser(member, userId, pseudonym),
    ]),
  );
}

/** Whether a JSON value holds a user's id, as a value or as a name of a member. */
export function namesUser(value: unknown, userId: string): boolean {
  if (value === userId) return true;
  if (Array.isArray(value)) return value.some((item) => namesUser(item, userId));
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, member]) => name === userId || namesUser(member, userId));
}
