import { sql } from 'kysely';

/** Documents of an import that are not undone: all, or those of a batch. */
export type OwnDocuments = { readonly importId: number; readonly positions?: readonly number[] };

/** A table expression `own` of these documents. */
export const own = ({ importId, positions }: OwnDocuments) => sql`(
  select document_type, document_id from sales_history_posted where import_id = ${importId} and undone_at is null
    ${positions ? sql`and position = any(${[...positions]}::bigint[])` : sql``}) own`;
