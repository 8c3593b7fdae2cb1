import { importOptions } from '#domain/imports/import.contract';
import { importTerms } from '#domain/imports/import-kinds';
import { nameRow } from '#domain/imports/row-place';
import type { SettleChoice, SettleReply } from '#domain/sales-history/workbench.contract';
import { recordAudit } from '../../kernel/audit';
import type { ImportContext } from '../../kernel/imports';
import { ensureAccounts } from '../../kernel/ledger';
import type { WriteContext } from '../../platform/http/context';
import { conflict, invalid } from '../../platform/http/refusal';
import { countLines, settleLines, undoSettled } from '../sales-history';
import { sql } from 'kysely';
import { lockForStep } from './import-steps';
import type { StoredImport } from './imports.queries';

/** Settles lines of an imported history, up to two hundred per call. */
export async function settleListed(
  ctx: WriteContext,
  id: number,
  choice: SettleChoice,
): Promise<SettleReply> {
  const imported = await lockHistory(ctx, id);
  if (choice.action === 'account')
    await ensureAccounts(ctx.tx, [{ account: choice.account, field: 'account' }]);
  const reply = await settleLines(contextOf(ctx, imported), choice);
  if (reply.settled === 0)
    throw invalid({ filter: 'No matching lines to settle. They may have been settled already.' });
  await storeCounts(ctx, id);
  const { filter: _filter, ...what } = choice;
  recordAudit(ctx, {
    action: 'lines settled',
    recordType: 'import',
    recordId: id,
    recordName: imported.file_name,
    after: { ...what, lines: reply.settled, amount: reply.amount },
  });
  return reply;
}

/** Undoes the settlement of lines by reversal, so that they are listed again. */
export async function undoListed(
  ctx: WriteContext,
  id: number,
  { rows, reason }: { readonly rows: readonly number[]; readonly reason: string },
): Promise<{ lines: number }> {
  const imported = await lockHistory(ctx, id);
  const lines = await undoSettled(contextOf(ctx, imported), rows, reason);
  if (lines === 0) throw conflict('These lines are not settled. Another user may have undone them.');
  await storeCounts(ctx, id);
  recordAudit(ctx, {
    action: 'lines reversed',
    recordType: 'import',
    recordId: id,
    recordName: imported.file_name,
    after: { lines, reason },
  });
  return { lines };
}

async function lockHistory(ctx: WriteContext, id: number): Promise<StoredImport> {
  const imported = await lockForStep(ctx, id, undefined, ['done']);
  if (!importTerms[imported.kind].isHistory) throw conflict('Only lines of a sales history can be settled.');
  return imported;
}

const contextOf = (ctx: WriteContext, imported: StoredImport): ImportContext => ({
  ...ctx,
  importId: imported.id,
  fileName: imported.file_name,
  options: importOptions.parse(imported.options),
  canEdit: true,
  seen: new Map(),
  undoneBefore: new Set(),
  names: new Map(),
  nameRow: (number, word) => nameRow(imported.files, number, word),
});

async function storeCounts({ tx }: WriteContext, id: number): Promise<void> {
  const counts = await countLines(tx, id);
  await sql`
    update imports set new_count = ${counts.new}, unchanged_count = ${counts.unchanged}, rejected_count = ${counts.rejected},
      version = version + 1 where id = ${id}`.execute(tx);
}
