import type { Generated } from "kysely";

/** What copilots know. */
export interface KnowledgeTables {
  knowledge_sources: {
    project_id: string;
    copilot_id: string;
    id: string;
    created_at: number;
    updated_at: number;
    indexed_at: number | null;
    kind: string;
    /** Of web sources. */
    url: string | null;
    link_type: string | null;
    /** Of files. */
    name: string | null;
    mime_type: string | null;
    status: string;
    error: string | null;
    revision: number;
    /** The reading whose passages are found. */
    found_revision: number;
    /** The model by which its passages were embedded; null if they were not. */
    embedding_model: string | null;
  };
  knowledge_files: {
    project_id: string;
    copilot_id: string;
    source_id: string;
    /** Null once they were read. */
    bytes: Uint8Array | null;
    content: string;
  };
  knowledge_links: {
    project_id: string;
    copilot_id: string;
    source_id: string;
    id: string;
    url: string;
    status: string;
    error: string | null;
    depth: number;
    created_at: number;
    indexed_at: number | null;
    bytes: number;
    hash: string | null;
  };
  /** Indexed by their words: see `passageIndex` of the dialects. */
  knowledge_passages: {
    key: Generated<number>;
    project_id: string;
    copilot_id: string;
    source_id: string;
    page: string;
    revision: number;
    position: number;
    title: string;
    /** Joined by line breaks. */
    headings: string;
    content: string;
    url: string | null;
    /** The terms of the texts. Null until a passage of an earlier release is indexed by them; its raw words are indexed. */
    title_terms: string | null;
    headings_terms: string | null;
    content_terms: string | null;
  };
  /** Deleted with their passages. */
  knowledge_vectors: {
    passage_key: number;
    project_id: string;
    copilot_id: string;
    model: string;
    vector: Uint8Array;
  };
}
