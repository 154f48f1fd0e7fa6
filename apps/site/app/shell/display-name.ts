/** First and last name, or the part of the address before the `@`. */
export function displayName(user: { firstName: string; lastName: string; email: string }): string {
  const name = [user.firstName, user.lastName].map((part) => part.trim()).filter(Boolean);
  return name.length > 0 ? name.join(" ") : user.email.slice(0, user.email.lastIndexOf("@"));
}
