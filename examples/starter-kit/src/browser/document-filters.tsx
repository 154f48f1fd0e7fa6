import Form from "next/form";
import Link from "next/link";
import type { DocumentFilter } from "../documents/documents.ts";
import styles from "./document-filters.module.css";
import { addressOf, owners } from "./filter.ts";

export function DocumentFilters({ filter }: { readonly filter: DocumentFilter }) {
  return (
    <div className={styles.filters}>
      <nav aria-label="Filter" className={styles.owners}>
        {(Object.keys(owners) as (keyof typeof owners)[]).map((owner) => (
          <Link
            key={owner}
            href={addressOf({ ...filter, owner, after: undefined })}
            aria-current={owner === filter.owner ? "page" : undefined}
          >
            {owners[owner]}
          </Link>
        ))}
      </nav>
      {/* A new key with each filter, so that the fields show what the address says. */}
      <Form key={addressOf(filter)} action="/" className={styles.search} role="search">
        {filter.owner !== "anyone" && <input type="hidden" name="owner" value={filter.owner} />}
        <select name="kind" defaultValue={filter.kind ?? ""} aria-label="Kind" className="field">
          <option value="">All kinds</option>
          <option value="text">Text</option>
          <option value="whiteboard">Whiteboards</option>
        </select>
        <input
          type="search"
          name="search"
          defaultValue={filter.search}
          aria-label="Name"
          placeholder="Search by name"
          className="field"
        />
        <button className="button">Search</button>
      </Form>
    </div>
  );
}
