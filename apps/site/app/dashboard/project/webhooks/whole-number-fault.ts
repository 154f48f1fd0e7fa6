/** What is wrong with a whole number as it is typed. */
export function wholeNumberFault(
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): string | undefined {
  const value = /^\d{1,9}$/u.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? undefined : `Enter a whole number from ${min} to ${max}.`;
}
