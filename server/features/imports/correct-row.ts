import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { hasAnyPermission } from '#domain/kernel/access';
import type { imports, StagedRow } from '#domain/imports/import.contract';
import { importTerms } from '#domain/imports/import-kinds';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { forbidden, ensureFound, invalid } from '../../platform/http/refusal';
import { lockForStep } from './import-steps';
import { correctAlike, countAlike } from './alike-rows.queries';
import { stagedRowOf, valuesOf } from './row-values';
import { findStaged } from './staged-rows.queries';

/**
 * Corrects or skips a row. It takes effect at the next check. A cell can be corrected in every other row that was rejected
 * for the same text; without that, the reply says how many there are (finding F73).
 */
export async function correctRow(
  ctx: WriteContext,
  id: number,
  row: number,
  { values = {}, is_left_out, replaces }: BodyOf<typeof imports.correct>,
): Promise<StagedRow & { readonly alike: number }> {
  const imported = await lockForStep(ctx, id, undefined, ['checked', 'mapping']);
  const before = ensureFound(await findStaged(ctx.tx, id, row), 'Row');
  const known = new Map(importTerms[imported.kind].fields.map(field => [field.name, field]));
  for (const name of Object.keys(values)) {
    const field = known.get(name);
    if (!field) throw invalid({ [`values.${name}`]: 'Unknown field.' });
    if (field.needs && !hasAnyPermission(ctx.actor, field.needs))
      throw forbidden(`You do not have permission to import the field ${field.label}.`);
  }
  const [cell, ...others] = Object.entries(values);
  if (replaces !== undefined && (!cell || others.length > 0))
    throw invalid({ values: 'Send the one value that replaces the text.' });
  const same = cell && {
    importId: id,
    row,
    field: cell[0],
    column: imported.mapping[cell[0]] ?? null,
    text: (replaces ?? valuesOf(before, imported.mapping)[cell[0]] ?? '').trim(),
  };
  const alike = !same
    ? 0
    : replaces === undefined
      ? await countAlike(ctx.tx, same)
      : await correctAlike(ctx.tx, same, cell[1]);
  const corrections = { ...before.corrections, ...values };
  const leftOut = is_left_out ?? before.is_left_out;
  await sql`
    update import_rows set corrections = ${JSON.stringify(corrections)}::jsonb, is_left_out = ${leftOut}
    where import_id = ${id} and row_number = ${row}`.execute(ctx.tx);
  await sql`update imports set is_stale = true where id = ${id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'corrected',
    recordType: 'import',
    recordId: id,
    recordName: imported.file_name,
    before: { row, left_out: before.is_left_out, ...before.corrections },
    after: {
      row,
      left_out: leftOut,
      ...corrections,
      ...(replaces === undefined ? {} : { replaced: replaces, other_rows: alike }),
    },
  });
  return { ...stagedRowOf({ ...before, corrections, is_left_out: leftOut }, imported.mapping), alike };
}
