import { sql } from 'kysely';
import type { NewMaster } from '#domain/imports/import.contract';
import { recordAudit } from '../../kernel/audit';
import type { ImportContext, Importer } from '../../kernel/imports';
import type { Reader } from '../../platform/database/open-database';
import { masterKinds } from '../masters';
import { inSavepoint } from './run-rows';

type Kind = NewMaster['kind'];
const tableOf = new Map<string, string>(
  Object.values(masterKinds).map(kind => [kind.recordType, kind.table]),
);

/** Master data that an import added. */
export const newMastersOf = ({ audits }: ImportContext, { recordType }: Importer): NewMaster[] =>
  audits.flatMap(audit =>
    audit.action === 'created' && audit.recordType !== recordType && tableOf.has(audit.recordType)
      ? [{ kind: audit.recordType as Kind, id: audit.recordId ?? null, name: audit.recordName ?? '' }]
      : [],
  );

export async function storeNewMasters(
  db: Reader,
  importId: number,
  masters: readonly NewMaster[],
): Promise<void> {
  await sql`update imports set new_masters = ${JSON.stringify(masters)}::jsonb where id = ${importId}`.execute(
    db,
  );
}

/** Sub-categories first, because they prevent deletion of their categories. */
const inOrder = (masters: readonly NewMaster[]) =>
  masters.toSorted(
    (one, other) => Number(other.kind === 'sub_category') - Number(one.kind === 'sub_category'),
  );

/** Deletes unused master data that the import added, and returns what stays. */
export async function removeNewMasters(
  ctx: ImportContext,
  masters: readonly NewMaster[],
): Promise<NewMaster[]> {
  const left: NewMaster[] = [];
  for (const master of inOrder(masters)) {
    const table = tableOf.get(master.kind);
    if (!table || master.id === null) continue;
    const removed = await inSavepoint(ctx, [], async () => {
      // A renamed record now belongs to the user who renamed it.
      const { rows } =
        await sql`delete from ${sql.table(table)} where id = ${master.id} and name = ${master.name}
        returning id`.execute(ctx.tx);
      return rows.length > 0;
    });
    if (!('value' in removed)) left.push(master);
    else if (removed.value)
      recordAudit(ctx, {
        action: 'deleted',
        recordType: master.kind,
        recordId: master.id,
        recordName: master.name,
        before: { name: master.name },
      });
  }
  return left;
}
