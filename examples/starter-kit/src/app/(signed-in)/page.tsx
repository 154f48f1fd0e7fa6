import Link from "next/link";
import { requireUser } from "../../auth/session.ts";
import { listPeople } from "../../auth/people.ts";
import { DocumentFilters } from "../../browser/document-filters.tsx";
import { DocumentRow } from "../../browser/document-row.tsx";
import { EmptyList } from "../../browser/empty-list.tsx";
import { addressOf, readFilter } from "../../browser/filter.ts";
import { NewDocument } from "../../browser/new-document.tsx";
import { listDocuments } from "../../documents/documents.ts";
import styles from "./browser.module.css";

interface BrowserPageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** The documents that you created or that are shared with you. The address holds the filter and the page. */
export default async function BrowserPage({ searchParams }: BrowserPageProps) {
  const user = await requireUser();
  const filter = readFilter(await searchParams);
  const [{ documents, nextCursor }, people] = await Promise.all([listDocuments(user, filter), listPeople()]);
  return (
    <main className={styles.page}>
      <div className={styles.head}>
        <h1>Documents</h1>
        <NewDocument kind="whiteboard" />
        <NewDocument kind="text" />
      </div>
      <DocumentFilters filter={filter} />
      {documents.length === 0 ? (
        <EmptyList filter={filter} hasMore={nextCursor !== null} />
      ) : (
        <ul className={styles.list}>
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              user={user}
              owner={people.find(({ id }) => id === document.ownerId)?.name ?? document.ownerId}
            />
          ))}
        </ul>
      )}
      <nav aria-label="Pages" className={styles.pages}>
        {filter.after !== undefined && (
          <Link href={addressOf({ ...filter, after: undefined })} className="button">
            First page
          </Link>
        )}
        {nextCursor !== null && (
          <Link href={addressOf({ ...filter, after: nextCursor })} className="button">
            Next page
          </Link>
        )}
      </nav>
    </main>
  );
}
