import Link from "next/link";
import type { DocumentFilter } from "../documents/documents.ts";
import styles from "./empty-list.module.css";

/** Says why there is nothing to see, and what to do about it. */
export function EmptyList({ filter, hasMore }: { readonly filter: DocumentFilter; readonly hasMore: boolean }) {
  const isFiltered = filter.kind !== undefined || filter.search !== "";
  return (
    <div className={styles.empty}>
      {hasMore ? (
        <p>No matches on this page. The next page may have some.</p>
      ) : isFiltered ? (
        <>
          <h2>No matching documents</h2>
          <p>
            Search for another part of the name, or <Link href="/">show all documents</Link>.
          </p>
        </>
      ) : filter.owner === "others" ? (
        <>
          <h2>Nothing is shared with you yet</h2>
          <p>Documents appear here when someone shares them with you or with one of your groups.</p>
        </>
      ) : (
        <>
          <h2>Create your first document</h2>
          <p>
            A text has comments and mentions; a whiteboard has notes to move around. A new document is private until you
            share it.
          </p>
        </>
      )}
    </div>
  );
}
