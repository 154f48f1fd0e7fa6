/** Who may read a thread: everyone with rights to comments, or those with rights to private ones. It never changes. */
export type Visibility = "public" | "private";
