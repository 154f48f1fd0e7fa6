/** The ids of files of Storage: `fl_` and 21 characters. */
export const storageFileId = /^fl_[A-Za-z0-9_-]{21}$/;
