/** A guide that staff created with the assistant, as it is stored. */
export interface GuideRecord {
  readonly slug: string;
  readonly title: string;
  readonly markdown: string;
  readonly createdAt: number;
}

/** Where guides are stored. Writes are durable when they answer. */
export interface GuideRecords {
  find(slug: string): Promise<GuideRecord | undefined>;
  /** False if another guide has the slug. */
  insert(guide: GuideRecord): Promise<boolean>;
  /** False if it does not exist. */
  delete(slug: string): Promise<boolean>;
}
