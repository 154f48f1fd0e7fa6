/** An upload as it is shown. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly sent: number;
  readonly error?: string;
}

export type UploadChange =
  | { readonly type: "started"; readonly uploads: readonly Pick<Upload, "id" | "name">[] }
  | { readonly type: "progressed"; readonly id: number; readonly sent: number }
  | { readonly type: "failed"; readonly id: number; readonly error: string }
  /** Done, or no longer of interest. */
  | { readonly type: "removed"; readonly id: number };

export function uploadList(list: readonly Upload[], change: UploadChange): readonly Upload[] {
  switch (change.type) {
    case "started":
      return [...list, ...change.uploads.map((upload) => ({ ...upload, sent: 0 }))];
    case "progressed":
      return list.map((upload) => (upload.id === change.id ? { ...upload, sent: change.sent } : upload));
    case "failed":
      return list.map((upload) => (upload.id === change.id ? { ...upload, error: change.error } : upload));
    case "removed":
      return list.filter(({ id }) => id !== change.id);
  }
}
