import type { HistoryUndo } from '#domain/sales-history/history.contract';
import type { HistoryReason } from '#domain/sales-history/treatment';
import { importOptions } from '#domain/imports/import.contract';
import { importTerms } from '#domain/imports/import-kinds';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { notFound } from '../../platform/http/refusal';
import { findSummary, findUndoPlan, listListed, listSettled } from '../sales-history';
import { visibleImport } from './get-import';
import type { StoredImport } from './imports.queries';

const linesAPage = 50;

/** The results of a sales history import. 404 for any other kind of import. */
export async function getHistorySummary(db: Reader, id: number, actor: Actor) {
  const { options, read } = await visibleHistory(db, id, actor);
  return findSummary(db, id, importOptions.parse(options).prices === 'inclusive', read);
}

/** The lines not posted, fifty per page. */
export async function getListed(
  db: Reader,
  id: number,
  {
    reason,
    search,
    page = '1',
  }: {
    readonly reason?: HistoryReason | undefined;
    readonly search?: string | undefined;
    readonly page?: string | undefined;
  },
  actor: Actor,
) {
  await visibleHistory(db, id, actor);
  return listListed(db, id, { reason, search, page: Number(page), per_page: linesAPage });
}

/** The settled lines, fifty per page. */
export async function getSettled(
  db: Reader,
  id: number,
  { page = '1' }: { readonly page?: string | undefined },
  actor: Actor,
) {
  await visibleHistory(db, id, actor);
  return listSettled(db, id, { page: Number(page), per_page: linesAPage });
}

/** What undoing a history reverses, and what prevents it. */
export async function getUndoPlan(db: Reader, id: number, actor: Actor): Promise<HistoryUndo> {
  await visibleHistory(db, id, actor);
  return findUndoPlan(db, id);
}

async function visibleHistory(db: Reader, id: number, actor: Actor): Promise<StoredImport> {
  const imported = await visibleImport(db, id, actor);
  if (!importTerms[imported.kind].isHistory) throw notFound('Sales history');
  return imported;
}
