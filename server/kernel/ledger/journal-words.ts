import { sql } from 'kysely';

/** What a search for journals `j` looks through, as the index holds it. */
export const journalWords = sql`lower(j.narrative || ' ' || coalesce(j.document_number, ''))`;
