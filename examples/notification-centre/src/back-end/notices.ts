/** What the example notifies users of, by kind. On a Weft server, its demo project sends the same. */
export const notices: {
  readonly [K in keyof Liveblocks["ActivitiesData"]]: readonly Liveblocks["ActivitiesData"][K][];
} = {
  $invitation: [{ document: "Launch plan" }, { document: "Budget" }, { document: "Press kit" }],
  $deployment: [
    { service: "website", version: "2.4.0", succeeded: true },
    { service: "website", version: "2.4.1", succeeded: false },
    { service: "checkout", version: "1.9.0", succeeded: true },
  ],
};

export interface Notice {
  readonly userId: string;
  readonly kind: keyof Liveblocks["ActivitiesData"];
  /** The number of the notification among those of its kind. */
  readonly index: number;
}
