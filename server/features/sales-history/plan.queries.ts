import { sql } from 'kysely';
import { textFromQuantity } from '#domain/kernel/quantity';
import type { CodeTreatment } from '#domain/sales-history/code-rules';
import type { HistoryReason, HistoryTreatment } from '#domain/sales-history/treatment';
import type { Tx } from '../../platform/database/open-database';

export type PlannedLine = {
  readonly row_number: number;
  readonly number_key: string;
  readonly ordinal: number;
  readonly is_cancellation: boolean;
  readonly sku: string;
  readonly description: string;
  /** In thousandths. */
  readonly quantity: number;
  readonly price_millipence: number;
  /** An integer that may exceed JavaScript's safe range. */
  readonly amount_micropence: string;
  readonly treatment: HistoryTreatment | null;
  readonly code_treatment: CodeTreatment | null;
  readonly account_code: string | null;
  readonly reason: HistoryReason | null;
  readonly message: string | null;
};

export type PlannedDocument = {
  readonly number: string;
  readonly number_key: string;
  readonly is_cancellation: boolean;
  readonly sold_at: Date;
  readonly business_date: string;
  readonly customer_number: string | null;
  readonly country: string | null;
  readonly content_hash: string;
};

/** Deletes the plan of an earlier check; nothing of it has been posted. */
export async function clearPlan(tx: Tx, importId: number): Promise<void> {
  await sql`delete from sales_history_lines where import_id = ${importId}`.execute(tx);
  await sql`delete from sales_history_documents where import_id = ${importId}`.execute(tx);
}

export async function insertLines(tx: Tx, importId: number, lines: readonly PlannedLine[]): Promise<void> {
  const rows = lines.map(line => ({ ...line, quantity: textFromQuantity(line.quantity) }));
  await sql`
    insert into sales_history_lines (import_id, row_number, number_key, ordinal, is_cancellation, sku, description, quantity,
      price_millipence, amount_micropence, treatment, code_treatment, account_code, outcome, reason, message)
    select ${importId}, row_number, number_key, ordinal, is_cancellation, sku, description, quantity, price_millipence,
      amount_micropence, treatment, code_treatment, account_code, case when reason is null then 'planned' else 'listed' end, reason, message
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (row_number integer, number_key text, ordinal integer,
      is_cancellation boolean, sku text, description text, quantity numeric, price_millipence bigint,
      amount_micropence bigint, treatment text, code_treatment text, account_code text, reason text, message text)`.execute(
    tx,
  );
}

const documentsAtATime = 5_000;

/** In posting order. */
export async function insertDocuments(
  tx: Tx,
  importId: number,
  documents: readonly PlannedDocument[],
): Promise<void> {
  for (let from = 0; from < documents.length; from += documentsAtATime) {
    const rows = documents
      .slice(from, from + documentsAtATime)
      .map((document, index) => ({ ...document, position: from + index + 1 }));
    await sql`
      insert into sales_history_documents (import_id, position, number, number_key, is_cancellation, sold_at, business_date,
        customer_number, country, content_hash)
      select ${importId}, position, number, number_key, is_cancellation, sold_at, business_date, customer_number, country,
        content_hash
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as document (position integer, number text, number_key text,
        is_cancellation boolean, sold_at timestamptz, business_date date, customer_number text, country text,
        content_hash text)`.execute(tx);
  }
}
