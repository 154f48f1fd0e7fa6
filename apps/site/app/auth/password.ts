export const passwordLength = { min: 8, max: 128 } as const;

/** Returns what is wrong with a new password. The server checks whether it is too common. */
export function passwordFault(password: string): string | undefined {
  if (password === "") return "Password is required";
  if (password.length < passwordLength.min) return `Password must be at least ${passwordLength.min} characters`;
  if (password.length > passwordLength.max) return `Password must be at most ${passwordLength.max} characters`;
  return undefined;
}

/** Whether the server refused a new password because it is on the list of common passwords. */
export function isTooCommon({ status, message = "" }: { status: number; message?: string | undefined }): boolean {
  return status === 422 && /'(newPassword|password)'/u.test(message);
}

export const tooCommon = "This password is too common. Choose another.";

/** Estimates how hard a password is to guess from its length and its characters. */
export function passwordHint(password: string): string {
  if (password.length < passwordLength.min) return `Use at least ${passwordLength.min} characters.`;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(password)).length;
  const distinct = new Set(password).size;
  const strength = distinct < 5 ? 0 : password.length + 3 * kinds;
  if (strength < 16) return "Weak. Make it longer.";
  return strength < 24 ? "Fair." : "Strong.";
}
