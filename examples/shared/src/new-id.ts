/** An id no other client makes. `crypto.randomUUID` is missing on plain-http addresses other than localhost. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
