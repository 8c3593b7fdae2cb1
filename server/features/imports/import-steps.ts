import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { hasAnyPermission } from '#domain/kernel/access';
import type { ColumnMapping } from '#domain/imports/guess-columns';
import { type ImportDetail, imports } from '#domain/imports/import.contract';
import { reasonNotAllowed } from '#domain/imports/import.rules';
import { type ImportKind, importTerms } from '#domain/imports/import-kinds';
import { type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { type CodeRule, goesToAccount } from '#domain/sales-history/code-rules';
import { recordAudit } from '../../kernel/audit';
import { findNewProducts } from '../../kernel/company';
import { ensureAccounts } from '../../kernel/ledger';
import { lockBooks, locks } from '../../kernel/locks';
import { shareLock } from '../../platform/database/advisory-lock';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { conflict, forbidden, ensureFound, invalid } from '../../platform/http/refusal';
import { findBlocks, findBuiltOn, moveCutOver } from '../sales-history';
import { clearVatBeforeFirst, findVatPeriods, proposeCutOver } from '../vat-returns';
import { rememberColumns } from './column-memory';
import { getImport } from './get-import';
import { ensureCanView, permissionsOfImports, whyNoUndo } from './import-access';
import { addImportJob } from './import-jobs';
import { hashesOf, requestStep, lockImport, type StoredImport } from './imports.queries';

type Options = Omit<BodyOf<typeof imports.check>, 'mapping' | 'version'>;

/**
 * Maps the columns and starts the check. 422 if a key has no column, 409 if the import has been carried out.
 */
export async function checkImport(
  ctx: WriteContext,
  id: number,
  { mapping, version, ...options }: BodyOf<typeof imports.check>,
): Promise<ImportDetail> {
  const imported = await lockForStep(ctx, id, version, ['mapping', 'checked']);
  ensureMapping(ctx, imported, options.expense_category_id == null ? mapping : { category: -1, ...mapping });
  if (imported.kind === 'products') await fillDefaults(ctx, options);
  await ensureUnit(ctx, options.default_unit_id);
  ensureDateReason(ctx, imported.kind, mapping, options);
  await ensureCategory(ctx, options.expense_category_id);
  if (importTerms[imported.kind].isHistory) {
    options.vat_cut_over ??= await proposeCutOver(ctx.tx, londonDate(ctx.now));
    ensureCutOver(ctx, options.vat_cut_over, 'vat_cut_over');
    await ensureRuleAccounts(ctx, options.code_rules);
    await sql`update imports set vat_cut_over = ${options.vat_cut_over} where id = ${id}`.execute(ctx.tx);
  }
  await sql`update imports set mapping = ${JSON.stringify(mapping)}::jsonb, options = ${JSON.stringify(options)}::jsonb
    where id = ${id}`.execute(ctx.tx);
  await rememberColumns(ctx.tx, imported.kind, imported.headers, mapping);
  return begin(ctx, imported, 'checking');
}

/** Starts the import. 409 if the rows have not been checked as they are, or if there is nothing to import. */
export async function commitImport(
  ctx: WriteContext,
  id: number,
  { without_rejected, version }: BodyOf<typeof imports.commit>,
): Promise<ImportDetail> {
  const imported = await lockForStep(ctx, id, version, ['checked', 'paused']);
  if (imported.state === 'paused') return begin(ctx, imported, 'committing');
  const { counts, is_stale } = imported;
  if (is_stale) throw conflict('Rows were corrected since the last check. Check again first.');
  if (counts.new + counts.changed === 0) throw conflict(nothingToDo(imported));
  if (counts.rejected > 0 && !without_rejected)
    throw conflict(
      `${counts.rejected === 1 ? 'One row is' : `${counts.rejected} rows are`} rejected. Correct them, or import without them.`,
    );
  return begin(ctx, imported, 'committing');
}

/**
 * What rows of new products leave open: the defaults of new products, unless the user chose otherwise. They stay with
 * the import, so that it adds what its check showed.
 */
async function fillDefaults({ tx }: WriteContext, options: Options): Promise<void> {
  const { value } = await findNewProducts(tx);
  options.vat_code ??= value.vat_code;
  options.price_includes_vat ??= value.price_includes_vat;
  // Null means that rows without a unit are rejected.
  if (options.default_unit_id === undefined) options.default_unit_id = value.unit_id;
}

/** An import that posts to an earlier day needs a reason, as every other entry does (rule D6). */
function ensureDateReason(
  { now }: WriteContext,
  kind: ImportKind,
  mapping: ColumnMapping,
  { opening_date: date, date_reason }: Options,
): void {
  const isDated = importTerms[kind].isPosted === true || 'opening_quantity' in mapping;
  if (isDated && date != null && date < londonDate(now) && !date_reason)
    throw invalid({ date_reason: `Enter a reason for backdating this to ${formatDate(date)}.` });
}

function nothingToDo({ counts }: StoredImport): string {
  if (counts.unchanged > 0 && counts.rejected === 0)
    return 'All records in this file already exist and are unchanged. There is nothing to import.';
  return 'There is nothing to import: no rows are new or changed.';
}

/** Pauses a history import, or its undoing, after the current batch. 409 if it is not running. */
export async function pauseImport(ctx: WriteContext, id: number): Promise<ImportDetail> {
  const imported = ensureFound(await lockImport(ctx.tx, id), 'Import');
  ensureCanView(ctx.actor, imported);
  if (!importTerms[imported.kind].isHistory)
    throw conflict('Only sales history imports can be paused. Other imports run in one step.');
  const next = { committing: 'paused', undoing: 'undo_stopped' }[imported.state as string];
  if (next === undefined) throw conflict('This import is not running.');
  await sql`update imports set state = ${next}, version = version + 1 where id = ${id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'paused',
    recordType: 'import',
    recordId: id,
    recordName: imported.file_name,
    after: { documents: imported.history?.done ?? 0 },
  });
  return getImport(ctx.tx, id, ctx.actor, ctx.now);
}

/**
 * Starts or resumes undoing an import. 409 if it was not carried out, or if later records depend on a
 * history. For other kinds, use of its records shows only during the work.
 */
export async function undoImport(ctx: WriteContext, id: number): Promise<ImportDetail> {
  const imported = await lockForStep(ctx, id, undefined, ['done', 'undo_stopped']);
  if (importTerms[imported.kind].isHistory) await ensureNothingBuildsOn(ctx, imported);
  const why = whyNoUndo(ctx.actor, imported);
  if (why !== null) throw forbidden(why);
  return begin(ctx, imported, 'undoing');
}

/**
 * 409 with everything that depends on a history. Filing a VAT return takes the books lock, so it either comes
 * first and is seen, or waits for the undo.
 */
async function ensureNothingBuildsOn({ tx }: WriteContext, { id, state }: StoredImport): Promise<void> {
  await sql`set local statement_timeout = '60s'`.execute(tx);
  await shareLock(tx, locks.books);
  const blocks = state === 'done' ? await findBlocks(tx, id) : await findBuiltOn(tx, { importId: id });
  if (blocks.length > 0)
    throw conflict(`This import cannot be undone. ${blocks.map(({ words }) => words).join(' ')}`);
}

/**
 * Changes the cut-over day of an imported history (rule V29). 409 if entries of a filed return would move; 422 if the
 * journal of the difference is dated earlier without a reason.
 */
export async function changeCutOver(
  ctx: WriteContext,
  id: number,
  { day, date_reason }: BodyOf<typeof imports.cutOver>,
): Promise<ImportDetail> {
  const imported = await lockForStep(ctx, id, undefined, ['done', 'paused']);
  if (!importTerms[imported.kind].isHistory)
    throw conflict('Only sales history imports have a cut-over day.');
  ensureCutOver(ctx, day, 'day');
  const before = imported.history?.vat_cut_over ?? null;
  const { first_day: firstDay } = await findVatPeriods(ctx.tx);
  // VAT marked as returned elsewhere is no longer cleared as that of before the first return, and the other way round.
  if (firstDay !== null) await lockBooks(ctx.tx);
  await moveCutOver(ctx, id, { day, dateReason: date_reason ?? null });
  if (firstDay !== null) await clearVatBeforeFirst(ctx, day);
  recordAudit(ctx, {
    action: 'cut-over changed',
    recordType: 'import',
    recordId: id,
    recordName: imported.file_name,
    before: { vat_cut_over: before },
    after: { vat_cut_over: day, reason: date_reason ?? null },
  });
  return getImport(ctx.tx, id, ctx.actor, ctx.now);
}

/** Accounts named by code rules must accept manual postings. */
const ensureRuleAccounts = ({ tx }: WriteContext, rules: readonly CodeRule[]): Promise<unknown> =>
  ensureAccounts(
    tx,
    rules.flatMap(({ treatment, account }, index) =>
      goesToAccount(treatment) && account != null ? [{ account, field: `code_rules.${index}.account` }] : [],
    ),
  );

function ensureCutOver({ now }: WriteContext, day: CalendarDate, field: string): void {
  const today = londonDate(now);
  if (day > today)
    throw invalid({
      [field]: `Choose ${formatDate(today)} or earlier. VAT for future dates is returned here.`,
    });
}

/** Discards an import that has not been carried out. */
export async function discardImport(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const imported = await lockForStep(ctx, id, undefined, ['mapping', 'checked', 'failed']);
  await sql`delete from imports where id = ${id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'deleted',
    recordType: 'import',
    recordId: id,
    recordName: imported.file_name,
    before: { kind: imported.kind, file: hashesOf(imported), rows: imported.row_count },
  });
  return { message: 'Deleted successfully!' };
}

/** Locks an import at one of these steps. 404, 403, or 409 with the reason. */
export async function lockForStep(
  ctx: WriteContext,
  id: number,
  version: number | undefined,
  states: readonly StoredImport['state'][],
): Promise<StoredImport> {
  const imported = ensureFound(await lockImport(ctx.tx, id), 'Import');
  ensureCanView(ctx.actor, imported);
  if (version !== undefined && version !== imported.version)
    ensureCurrent(await getImport(ctx.tx, id, ctx.actor, ctx.now), version, 'Import');
  if (states.includes(imported.state)) return imported;
  throw conflict(reasonNotAllowed(imported.state));
}

/** Reads the file again. */
export async function rereadFile(ctx: WriteContext, imported: StoredImport): Promise<ImportDetail> {
  await requestStep(ctx.tx, imported.id, 'reading', {
    id: ctx.actor.id,
    rights: permissionsOfImports(ctx.actor),
  });
  await addImportJob(ctx.tx, imported.id);
  return getImport(ctx.tx, imported.id, ctx.actor, ctx.now);
}

async function begin(
  ctx: WriteContext,
  imported: StoredImport,
  state: 'checking' | 'committing' | 'undoing',
): Promise<ImportDetail> {
  await sql`update imports set run_started_at = null where id = ${imported.id}`.execute(ctx.tx);
  await requestStep(ctx.tx, imported.id, state, {
    id: ctx.actor.id,
    rights: permissionsOfImports(ctx.actor),
  });
  await addImportJob(ctx.tx, imported.id);
  recordAudit(ctx, {
    action: { checking: 'checked', committing: 'confirmed', undoing: 'undo asked for' }[state],
    recordType: 'import',
    recordId: imported.id,
    recordName: imported.file_name,
  });
  return getImport(ctx.tx, imported.id, ctx.actor, ctx.now);
}

/** Each column once, all fields known and permitted, all keys mapped. */
function ensureMapping(ctx: WriteContext, { kind, headers }: StoredImport, mapping: ColumnMapping): void {
  const { fields, keyFields } = importTerms[kind];
  const known = new Map(fields.map(field => [field.name, field]));
  const taken = new Map<number, string>();
  for (const [name, column] of Object.entries(mapping)) {
    // A default category replaces its column.
    if (column < 0) continue;
    const field = known.get(name);
    const at = `mapping.${name}`;
    if (!field) throw invalid({ [at]: 'Unknown field.' });
    if (column >= headers.length) throw invalid({ [at]: 'The file has no such column.' });
    const other = taken.get(column);
    if (other)
      throw invalid({ [at]: `This column is already mapped to ${other}. Map each column to one field.` });
    if (field.needs && !hasAnyPermission(ctx.actor, field.needs))
      throw forbidden(`You do not have permission to import the field ${field.label}. Skip its column.`);
    taken.set(column, field.label);
  }
  const missing = keyFields.find(name => !(name in mapping));
  if (missing)
    throw invalid({
      [`mapping.${missing}`]: `Choose a column for ${known.get(missing)?.label ?? missing}. It is required.`,
    });
}

async function ensureCategory({ tx }: WriteContext, id: number | null | undefined): Promise<void> {
  if (id == null) return;
  const category = await tx
    .selectFrom('expense_categories')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!category) throw invalid({ expense_category_id: 'Choose an active expense category.' });
}

async function ensureUnit({ tx }: WriteContext, id: number | null | undefined): Promise<void> {
  if (id == null) return;
  const unit = await tx.selectFrom('units').select('id').where('id', '=', id).executeTakeFirst();
  if (!unit) throw invalid({ default_unit_id: 'This unit no longer exists. Choose another.' });
}
