import type { Preferences } from "@weft/protocol";

/** A person with an account on this server. Not a user of a project: those are known to its back end alone. */
export interface PersonRecord {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  /** A data URL. */
  readonly image?: string;
  readonly twoFactorEnabled: boolean;
  readonly createdAt: number;
}

/** How a person left the site. */
export interface PersonSettings {
  readonly preferences: Preferences;
  readonly lastTeam?: string;
  readonly lastProject?: string;
}

/** Where people are kept beside what they sign in with. */
export interface PersonRecords {
  person(id: string): Promise<PersonRecord | undefined>;
  /** The person whose address this is, in lower case. */
  personByEmail(email: string): Promise<PersonRecord | undefined>;
  /** The id of the first person. */
  firstPerson(): Promise<string | undefined>;
  changePerson(id: string, change: Partial<Pick<PersonRecord, "firstName" | "lastName" | "image">>): Promise<void>;
  /** Deletes expired sign-ins. */
  dropEndedSessions(now: number): Promise<void>;
  settings(id: string): Promise<PersonSettings>;
  putSettings(id: string, settings: PersonSettings): Promise<void>;
}
