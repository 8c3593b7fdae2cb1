import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import type { numbering, NumberingRow } from '#domain/settings/number-series.contract';
import { recordEdit } from '../../kernel/audit';
import {
  isNumberSeries,
  numberOf,
  numberSeries,
  type NumberSeries,
  defaultPrefix,
} from '../../kernel/documents';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { conflict, invalid } from '../../platform/http/refusal';

type Stored = {
  readonly last_number: number;
  readonly prefix: string | null;
  readonly passed_over: number;
  readonly version: number;
};

const untouched: Stored = { last_number: 0, prefix: null, passed_over: 0, version: 1 };

/** All series, including those without documents. */
export async function listNumbering(db: Reader): Promise<{ data: NumberingRow[] }> {
  const { rows } = await sql<Stored & { series: string }>`
    select series, last_number, prefix, passed_over, version from number_series`.execute(db);
  const stored = new Map(rows.map(row => [row.series, row]));
  const names = Object.keys(numberSeries).filter(isNumberSeries);
  return { data: names.map(series => rowOf(series, stored.get(series) ?? untouched)) };
}

function rowOf(series: NumberSeries, stored: Stored): NumberingRow {
  const { last_number, prefix, passed_over, version } = stored;
  return {
    series,
    name: numberSeries[series],
    prefix: prefix ?? defaultPrefix(series),
    next_number: last_number + 1,
    example: numberOf(series, prefix, last_number + 1),
    passed_over,
    version,
  };
}

/**
 * Saves the numbering of one kind of document (rule V22). Issued documents keep their number. 422 for a used
 * number or a prefix of another series; 409.
 */
export async function saveNumbering(
  ctx: WriteContext,
  { series, prefix, next_number, version }: BodyOf<typeof numbering.save>,
): Promise<NumberingRow> {
  if (!isNumberSeries(series)) throw invalid({ series: 'Choose a kind of document.' });
  const stored = await lockSeries(ctx, series);
  const before = rowOf(series, stored);
  if (version !== undefined && version !== before.version)
    throw conflict(`These numbers changed while you were editing. Review the current numbers.`, before);
  if (next_number < before.next_number)
    throw invalid({
      next_number: `Numbers up to ${stored.last_number.toLocaleString('en-GB')} are used. Enter ${before.next_number.toLocaleString('en-GB')} or higher.`,
    });
  await reservePrefix(ctx, series, prefix);
  const passed = next_number - before.next_number;
  const { rows } = await sql<Stored>`
    update number_series set prefix = ${prefix}, last_number = last_number + ${passed}, passed_over = passed_over + ${passed},
      version = version + 1 where series = ${series} returning last_number, prefix, passed_over, version`.execute(
    ctx.tx,
  );
  const after = rowOf(series, rows[0] ?? untouched);
  recordEdit(
    ctx,
    { type: 'setting', id: null, name: `Numbering: ${before.name.toLowerCase()}` },
    factsOf(before),
    factsOf(after),
  );
  return after;
}

/** Locks the series until the commit. */
async function lockSeries(ctx: WriteContext, series: NumberSeries): Promise<Stored> {
  await sql`insert into number_series (series, last_number) values (${series}, 0) on conflict do nothing`.execute(
    ctx.tx,
  );
  const { rows } = await sql<Stored>`
    select last_number, prefix, passed_over, version from number_series where series = ${series} for update`.execute(
    ctx.tx,
  );
  return rows[0] ?? untouched;
}

async function reservePrefix(ctx: WriteContext, series: NumberSeries, prefix: string): Promise<void> {
  const { rows } = await sql<{ series: string }>`
    with taken as (
      insert into number_prefixes (prefix, series, taken_at) values (${prefix}, ${series}, ${ctx.now})
      on conflict do nothing returning series)
    select series from taken union all select series from number_prefixes where prefix = ${prefix}`.execute(
    ctx.tx,
  );
  const defaultOf = Object.keys(numberSeries).find(
    other => isNumberSeries(other) && defaultPrefix(other) === prefix,
  );
  const owner = defaultOf ?? rows[0]?.series ?? series;
  if (owner === series) return;
  const name = isNumberSeries(owner) ? numberSeries[owner].toLowerCase() : owner;
  throw invalid({ prefix: `The prefix ${prefix} is already used for ${name}. Choose another.` });
}

const factsOf = ({ prefix, next_number, passed_over }: NumberingRow) => ({
  prefix,
  next_number,
  passed_over,
});
