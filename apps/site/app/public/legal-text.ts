/** What the file of a legal text says of it. */
export interface LegalHead {
  readonly title: string;
  readonly description: string;
}
