import { createHash } from 'node:crypto';
import type { BulkPreview } from '#domain/bulk-changes/bulk-change.contract';
import { maxBulkRecords } from '#domain/bulk-changes/bulk-change.contract';
import {
  type AnyBulkList,
  type BulkRecord,
  type BulkValues,
  changedValues,
  type FoundRecord,
} from '../../kernel/bulk-changes';
import type { WriteContext } from '../../platform/http/context';
import { conflict } from '../../platform/http/refusal';
import { inWords } from '../audit';
import { ensureMayChange } from './bulk-lists';

const recordsAtATime = 1_000;
const maxSamples = 5;
const maxReasons = 10;

type Sample = { readonly row: BulkRecord; readonly before: BulkValues; readonly after: BulkValues };

/** What the change would do to each record that the filter finds. Nothing is stored. */
export async function previewChange(
  ctx: WriteContext,
  list: AnyBulkList,
  { filter, change }: { filter: unknown; change: unknown },
): Promise<BulkPreview> {
  ensureMayChange(ctx.actor, list, change);
  await list.ensureValid?.(ctx.tx, change);
  const found = await findRecords(ctx, list, filter);
  const tally = { changed: 0, unchanged: 0, refused: 0 };
  const reasons = new Map<string, { count: number; example: string }>();
  const samples: Sample[] = [];
  for (let start = 0; start < found.length; start += recordsAtATime) {
    const ids = found.slice(start, start + recordsAtATime).map(({ id }) => id);
    for (const row of await list.load(ctx.tx, ids)) {
      const next = list.apply(row, change);
      const values = changedValues(row.values, next);
      const refusal = values && (list.refusal(row, next) ?? (await list.whyNotBy?.(ctx, row, next)) ?? null);
      tally[values === null ? 'unchanged' : refusal === null ? 'changed' : 'refused'] += 1;
      if (refusal) {
        const known = reasons.get(refusal) ?? { count: 0, example: row.name };
        reasons.set(refusal, { ...known, count: known.count + 1 });
      } else if (values && samples.length < maxSamples) samples.push({ row, ...values });
    }
  }
  return {
    count: found.length,
    hash: hashOf(found, change),
    ...tally,
    reasons: [...reasons]
      .map(([reason, known]) => ({ reason, ...known }))
      .sort((one, other) => other.count - one.count)
      .slice(0, maxReasons),
    samples: await samplesInWords(ctx, samples),
  };
}

/** The records that a filter finds. 409 when there are none or too many. */
export async function findRecords(
  { tx, actor, now }: WriteContext,
  list: AnyBulkList,
  filter: unknown,
): Promise<FoundRecord[]> {
  const found = await list.find(tx, filter, { actor, now });
  if (found.length === 0) throw conflict('No records match this selection any more. Reload the list.');
  if (found.length > maxBulkRecords)
    throw conflict(
      `Change at most ${maxBulkRecords.toLocaleString('en-GB')} records at once. Narrow the list with a filter first.`,
    );
  return found;
}

/** The same only for the same change to the same records in the same versions. */
export const hashOf = (found: readonly FoundRecord[], change: unknown): string =>
  createHash('sha256')
    .update(found.map(({ id, version }) => `${id}:${version}`).join(','))
    .update(JSON.stringify(change))
    .digest('hex');

async function samplesInWords(
  { tx }: WriteContext,
  samples: readonly Sample[],
): Promise<BulkPreview['samples']> {
  const worded = await inWords(
    tx,
    samples.map(({ before, after }) => ({ before, after })),
  );
  return samples.map(({ row: { id, name } }, index) => ({ id, name, changes: valueChanges(worded[index]) }));
}

/** Values in words; a dash for none. */
export const valueChanges = (
  worded: { changes: readonly { label: string; before: string | null; after: string | null }[] } | undefined,
) =>
  (worded?.changes ?? []).map(({ label, before, after }) => ({
    label,
    before: before ?? '—',
    after: after ?? '—',
  }));
