import { sql } from 'kysely';

/** The text that a search for journals `j` looks through, matching the index. */
export const journalWords = sql`lower(j.narrative || ' ' || coalesce(j.document_number, ''))`;
