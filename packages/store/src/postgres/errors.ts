/** What PostgreSQL calls SQLSTATE, or what Node.js calls an error of the connection; undefined for anything else. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Whether the server answered that it refused the statement; else the connection was lost, or never made. */
export function isAnswer(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test(codeOf(error) ?? "") && typeof (error as { severity?: unknown }).severity === "string";
}

/**
 * Whether the statement fails however often it is tried: a value that the database does not hold, a constraint, a fault
 * in the SQL, a limit of the server. Classes 0A, 21, 22, 23, 42 and 54 of SQLSTATE, without missing privileges.
 */
export function isFaultOfStatement(error: unknown): boolean {
  const code = codeOf(error) ?? "";
  return isAnswer(error) && code !== "42501" && !isStalePlan(error) && /^(?:0A|21|22|23|42|54)/.test(code);
}

/** A newer release has added a column since this connection prepared the statement. A new connection prepares it anew. */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === "0A000" && (error as { routine?: unknown }).routine === "RevalidateCachedQuery";
}

/** Whether another attempt may succeed at once: a deadlock, or a transaction that could not be serialized. */
export function isConflict(error: unknown): boolean {
  return isAnswer(error) && /^(?:40001|40P01|55P03)$/.test(codeOf(error) ?? "");
}

export function isDiskFull(error: unknown): boolean {
  return isAnswer(error) && codeOf(error) === "53100";
}

/** Says in one sentence what kept PostgreSQL from doing its work, with nothing of the connection's address. */
export function describePostgresError(error: unknown): string {
  const code = codeOf(error);
  if (isAnswer(error)) {
    if (code === "53100") return "The disk of PostgreSQL is full.";
    if (code === "25006") return "PostgreSQL is read-only: it may be a standby.";
    if (code?.startsWith("28")) return "PostgreSQL refused the user or the password.";
    if (code === "3D000") return "PostgreSQL has no database of this name: create it.";
    if (code === "42501")
      return "The user may not do this in the database: make it the owner of the database or schema.";
    if (code?.startsWith("57P")) return "PostgreSQL is shutting down or starting up.";
    return `PostgreSQL refused the statement (${code}): ${error instanceof Error ? error.message : ""}`;
  }
  if (code === "ECONNREFUSED") return "PostgreSQL does not accept connections.";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "The host of PostgreSQL cannot be found.";
  if (code?.includes("CERT") || code?.includes("SIGNED"))
    return `The certificate of PostgreSQL cannot be verified (${code}).`;
  return "The connection to PostgreSQL was lost.";
}
