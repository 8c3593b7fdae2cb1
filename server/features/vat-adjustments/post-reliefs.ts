import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, sum, toPence } from '#domain/kernel/money';
import type { VatAdjustment } from '#domain/vat-returns/vat-adjustment.contract';
import { type ReliefKind, vatReliefs } from '#domain/vat-returns/vat-relief.contract';
import { systemAccounts } from '../../kernel/ledger';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import { type DueRelief, reliefsDue, vatOfPart } from './find-reliefs.queries';
import { getAdjustment } from './get-adjustment';
import { lockParties } from './lock-parties';
import { postDocument } from './post-adjustment';
import { boxesOf, reasons } from './relief-boxes';
import { ensureAfterEarlierRelief } from './relief-dates';

type Body = BodyOf<typeof vatReliefs.post>;
type Line = {
  readonly relief: DueRelief;
  readonly gross: Pence;
  readonly vat: Pence;
  /** The part that the customer paid while the debt stays written off. */
  readonly paid: Pence;
};

const words: Readonly<Record<ReliefKind, string>> = {
  claim: 'Relief claimed',
  return: 'Relief returned',
  repay: 'VAT repaid',
  reclaim: 'VAT reclaimed',
};

/**
 * Posts one adjustment for all selected documents. Their ledgers are locked and the relief is recalculated,
 * so that nothing is relieved twice: as of the date, from what was written off or paid by then. 422 names the documents on
 * which nothing is due any more, or the date when nothing was due yet.
 */
export async function postReliefs(ctx: WriteContext, body: Body): Promise<VatAdjustment> {
  const today = londonDate(ctx.now);
  const date = body.business_date ?? today;
  await lockParties(
    ctx.tx,
    body.items.map(item => item.item_id),
  );
  const lines = await linesOf(ctx.tx, body, { date, today });
  const id = await postLines(ctx, { ...body, date }, lines);
  return getAdjustment(ctx.tx, id, today);
}

/**
 * Returns the relief on these invoices that exceeds what is still written off of them, in box 1 and to the
 * account where it was claimed (rule V26): one adjustment for each account. The caller has locked their ledger.
 */
export async function returnRelief(
  ctx: WriteContext,
  {
    itemIds,
    date,
    dateReason,
  }: { itemIds: readonly number[]; date: CalendarDate; dateReason: string | null },
): Promise<{ readonly id: number; readonly number: string; readonly vat: Pence }[]> {
  const due = await findDue(ctx.tx, 'return', { itemIds, date });
  await ensureAfterEarlierRelief(
    ctx.tx,
    due.map(({ item_id }) => item_id),
    date,
  );
  const lines = due.filter(relief => relief.change_gross > 0).map(asDue);
  const claimed = await claimedOn(
    ctx.tx,
    lines.map(({ relief }) => relief.item_id),
  );
  const accountOf = ({ relief }: Line) => claimed.get(relief.item_id) ?? systemAccounts.badDebts;
  const returned: { id: number; number: string; vat: Pence }[] = [];
  for (const account of new Set(lines.map(accountOf))) {
    const own = lines.filter(line => accountOf(line) === account);
    const vat = sum(own.map(line => line.vat));
    if (vat === 0) continue;
    const id = await postLines(ctx, { kind: 'return', account, date, date_reason: dateReason }, own);
    const { number } = await getAdjustment(ctx.tx, id, londonDate(ctx.now));
    returned.push({ id, number, vat });
  }
  return returned;
}

/** The account of the last claim on each of these invoices, if it still takes postings. */
async function claimedOn(tx: Tx, itemIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ item_id: number; account: string }>`
    select item_id, account from (
      select distinct on (l.item_id) l.item_id, a.account_code as account
      from vat_relief_lines l join vat_adjustments a on a.id = l.adjustment_id
      where l.item_id = any(${[...itemIds]}::bigint[]) and not l.is_reversal and a.box_4_pence > 0
      order by l.item_id, l.adjustment_id desc
    ) claim join accounts c on c.code = claim.account where c.status = 'active' and not c.is_control`.execute(
    tx,
  );
  return new Map(rows.map(row => [row.item_id, row.account]));
}

type Head = Pick<Body, 'kind' | 'account'> & {
  readonly date: CalendarDate;
  readonly date_reason?: string | null | undefined;
};

async function postLines(ctx: WriteContext, head: Head, lines: readonly Line[]): Promise<number> {
  const { kind, date } = head;
  const vat = sum(lines.map(line => line.vat));
  const gross = sum(lines.map(line => line.gross));
  const id = await postDocument(ctx, {
    date,
    dateReason: head.date_reason ?? null,
    reason: reasons[kind],
    description: descriptionOf(kind, lines),
    boxes: boxesOf(kind, vat),
    net: toPence((gross - vat) * (kind === 'claim' || kind === 'reclaim' ? 1 : -1)),
    account: head.account,
  });
  await storeLines(ctx.tx, { id, lines, sign: kind === 'claim' || kind === 'repay' ? 1 : -1 });
  return id;
}

function descriptionOf(kind: ReliefKind, lines: readonly Line[]): string {
  return `${words[kind]} on ${namesOf(lines.map(({ relief }) => relief.document.number ?? relief.party.name))}`;
}

/** The first five by name, and how many more there are. */
function namesOf(numbers: readonly string[]): string {
  const named = numbers.slice(0, 5).join(', ');
  return numbers.length > 5 ? `${named} and ${numbers.length - 5} more` : named;
}

async function findDue(
  tx: Tx,
  kind: ReliefKind,
  { itemIds, date }: { itemIds: readonly number[]; date: CalendarDate },
): Promise<DueRelief[]> {
  const { rows } = await sql<DueRelief>`
    select * from (${reliefsDue(kind, date)}) d where item_id = any(${[...itemIds]}::bigint[]) order by item_id`.execute(
    tx,
  );
  return rows;
}

async function linesOf(
  tx: Tx,
  { kind, items }: Body,
  { date, today }: { date: CalendarDate; today: CalendarDate },
): Promise<Line[]> {
  const ids = items.map(item => item.item_id);
  await ensureChosenOnce(tx, ids);
  await ensureAfterEarlierRelief(tx, ids, date);
  const due = new Map((await findDue(tx, kind, { itemIds: ids, date })).map(row => [row.item_id, row]));
  const lines: Line[] = [];
  const undue: Undue[] = [];
  for (const [index, { item_id, gross }] of items.entries()) {
    const relief = due.get(item_id);
    const line =
      relief && (gross === undefined ? asDue(relief) : await asPaid(tx, kind, { relief, gross, index }));
    if (line && line.vat !== 0) lines.push(line);
    else undue.push({ itemId: item_id, index });
  }
  if (undue.length > 0) throw await nothingDue(tx, kind, undue, { date, today });
  return lines;
}

async function ensureChosenOnce(tx: Tx, ids: readonly number[]): Promise<void> {
  const twice = ids.findIndex((item, index) => ids.indexOf(item) < index);
  const repeated = ids[twice];
  if (repeated === undefined) return;
  const [name = 'A document'] = await numbersOf(tx, [repeated]);
  throw invalid({ [`items.${twice}.item_id`]: `${name} is selected twice. Remove one of the two.` });
}

/** A chosen document without VAT due, by its place in the request. */
type Undue = { readonly itemId: number; readonly index: number };

/** Names the date when VAT is due today, so that only the day is wrong, and otherwise the documents. */
async function nothingDue(
  tx: Tx,
  kind: ReliefKind,
  undue: readonly Undue[],
  { date, today }: { date: CalendarDate; today: CalendarDate },
): Promise<Error> {
  const itemIds = undue.map(({ itemId }) => itemId);
  const dueToday = date < today ? await findDue(tx, kind, { itemIds, date: today }) : [];
  const relief = dueToday.find(({ change_vat }) => change_vat > 0);
  if (relief)
    return invalid({
      business_date: `No VAT was due on ${relief.document.number ?? 'this document'} on ${formatDate(date)}. Enter a later date.`,
    });
  const numbers = await numbersOf(tx, itemIds);
  const sentence = `No VAT is due on ${numbers.length > 0 ? namesOf(numbers) : 'this document'}. Refresh the list.`;
  // Only relief to return has a field for each document.
  const field = kind === 'return' ? 'gross' : 'item_id';
  return invalid(Object.fromEntries(undue.map(({ index }) => [`items.${index}.${field}`, sentence])));
}

/** The numbers of these documents, in their order; one that does not exist has none. */
async function numbersOf(tx: Tx, itemIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select i.document_number as number from unnest(${[...itemIds]}::bigint[]) with ordinality as chosen (id, place)
      join party_items i on i.id = chosen.id where i.document_number is not null order by place`.execute(tx);
  return rows.map(({ number }) => number);
}

const asDue = (relief: DueRelief): Line => ({
  relief,
  gross: toPence(relief.change_gross),
  vat: toPence(relief.change_vat),
  paid: toPence(0),
});

/** The part of a relieved debt that the customer has paid. */
async function asPaid(
  tx: Tx,
  kind: ReliefKind,
  { relief, gross, index }: { relief: DueRelief; gross: Pence; index: number },
): Promise<Line> {
  const field = `items.${index}.gross`;
  if (kind !== 'return')
    throw invalid({ [field]: 'Leave the amount blank. It is calculated from the ledger.' });
  if (gross > relief.relieved_gross)
    throw invalid({
      [field]: `Enter at most ${formatPounds(relief.relieved_gross)}, the amount that was relieved.`,
    });
  const remaining = relief.relieved_gross - gross;
  const { rows } = await sql<{ vat: Pence }>`
    select ${vatOfPart(sql`${remaining}::bigint`)} as vat from (select ${relief.gross}::bigint as gross, ${relief.vat}::bigint as vat) d`.execute(
    tx,
  );
  const vat = toPence(relief.relieved_vat - (remaining === 0 ? 0 : (rows[0]?.vat ?? 0)));
  if (vat === 0) throw invalid({ [field]: `No VAT is in ${formatPounds(gross)}. Enter a larger amount.` });
  return {
    relief,
    gross,
    vat,
    paid: toPence(Math.max(0, gross - relief.change_gross)),
  };
}

async function storeLines(
  tx: Tx,
  { id, lines, sign }: { id: number; lines: readonly Line[]; sign: 1 | -1 },
): Promise<void> {
  const rows = lines.map(({ relief, gross, vat, paid }) => ({
    item_id: relief.item_id,
    gross: gross * sign,
    vat: vat * sign,
    paid,
    debt_gross: relief.gross,
    debt_vat: relief.vat,
  }));
  const lineRows = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (item_id bigint, gross bigint, vat bigint, paid bigint,
    debt_gross bigint, debt_vat bigint)`;
  await sql`
    insert into vat_reliefs (item_id, gross_pence, vat_pence) select item_id, debt_gross, debt_vat from ${lineRows} order by item_id
    on conflict (item_id) do update set gross_pence = greatest(excluded.gross_pence, vat_reliefs.relieved_gross_pence),
      vat_pence = greatest(excluded.vat_pence, vat_reliefs.relieved_vat_pence)`.execute(tx);
  await sql`
    insert into vat_relief_lines (adjustment_id, item_id, gross_pence, vat_pence, paid_gross_pence)
    select ${id}, item_id, gross, vat, paid from ${lineRows} order by item_id`.execute(tx);
}
