import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import { recordAudit } from '../../kernel/audit';
import type { ImportContext } from '../../kernel/imports';

type Posted = { readonly name: string; readonly on: CalendarDate; readonly amount: Pence };

/** Records a journal that an undo posts besides the mirrors of its documents (rule D8). */
export const auditJournal = (ctx: ImportContext, id: number, { name, on, amount }: Posted): void =>
  recordAudit(ctx, {
    action: 'posted',
    recordType: 'journal',
    recordId: id,
    recordName: name,
    after: { import: ctx.fileName, on, amount_pence: amount },
  });
