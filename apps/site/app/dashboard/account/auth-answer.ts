/** What the sign-in library answered, or an error that a query can hold. */
export async function answered<T>(
  call: Promise<{ readonly data: T | null; readonly error: { readonly message?: string | undefined } | null }>,
): Promise<T> {
  const { data, error } = await call;
  if (error || data === null) throw new Error(error?.message ?? "The server did not respond.");
  return data;
}
