import { type ImportDetail, importOptions, type RowsToShow } from '#domain/imports/import.contract';
import { londonDate } from '#domain/kernel/dates';
import { pageFrom } from '../../platform/database/page-of';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { ensureFound } from '../../platform/http/refusal';
import { proposeCutOver } from '../vat-returns';
import { allowedSteps, ensureCanView } from './import-access';
import { findImport, findSamples, type StoredImport } from './imports.queries';
import { changesIn } from './row-changes';
import { stagedRowOf } from './row-values';
import { listStaged } from './staged-rows.queries';

const rowsAPage = 50;

/** An import. 404 if it does not exist. */
export async function getImport(db: Reader, id: number, actor: Actor, now: Date): Promise<ImportDetail> {
  const { history, ...imported } = await visibleImport(db, id, actor);
  return {
    ...imported,
    can: allowedSteps(actor, imported),
    history: history && { ...history, proposed_cut_over: await proposeCutOver(db, londonDate(now)) },
    options: importOptions.parse(imported.options),
    samples: await findSamples(db, id),
  };
}

/** An import that this user can see. */
export async function visibleImport(db: Reader, id: number, actor: Actor): Promise<StoredImport> {
  const imported = ensureFound(await findImport(db, id), 'Import');
  ensureCanView(actor, imported);
  return imported;
}

/** 404 and 403, as for the import's page. */
export async function ensureCanViewImport(db: Reader, id: number, actor: Actor): Promise<void> {
  await visibleImport(db, id, actor);
}

/** Rows of an import with their results, fifty per page. */
export async function listRows(
  db: Reader,
  id: number,
  query: { readonly outcome?: RowsToShow | undefined; readonly page?: string | undefined },
  actor: Actor,
) {
  const { mapping, kind } = await visibleImport(db, id, actor);
  const paging = { page: Number(query.page ?? '1'), per_page: rowsAPage };
  const { rows, total } = await listStaged(db, id, { ...paging, outcome: query.outcome });
  const changes = await changesIn(
    db,
    kind,
    rows.map(({ outcome, before, after }) =>
      outcome === 'changed' ? { before, after } : { before: null, after: null },
    ),
  );
  return pageFrom(
    paging,
    total,
    rows.map((row, index) => stagedRowOf(row, mapping, changes[index])),
  );
}
