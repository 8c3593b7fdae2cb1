import * as z from 'zod';
import type { GetStarted, getStarted } from '#domain/get-started/get-started.contract';
import { type SetUpStep, setUpStep, type StepState } from '#domain/get-started/set-up-steps';
import { hasPermission } from '#domain/kernel/access';
import type { BodyOf } from '#domain/kernel/call';
import { toPence } from '#domain/kernel/money';
import type { Mailing } from '../../kernel/outbox';
import { type Current, findSetting, saveSetting, type Setting } from '../../kernel/settings';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { WriteContext } from '../../platform/http/context';
import { ensureUnchanged } from '../../platform/http/ensure-current';
import { findSetUpFacts, type SetUpFacts } from './get-started.queries';

const stored = z.object({
  skipped: z.array(setUpStep).default([]),
  is_hidden: z.boolean().default(false),
});
type Guide = z.output<typeof stored>;

/** Which steps the business skips, and whether it dismissed the guide. */
export const getStartedSetting: Setting<Guide> = {
  key: 'get_started',
  name: 'Get started',
  stored: stored.catch({ skipped: [], is_hidden: false }),
  shown: ({ skipped, is_hidden }) => ({ skipped_steps: skipped, is_hidden }),
};

export type GuideServices = { readonly mailing: Mailing };
type Asked = { readonly actor: Pick<Actor, 'roles' | 'permissions'> } & GuideServices;

export const showGetStarted = async (db: Reader, asked: Asked): Promise<GetStarted> =>
  replyOf(db, await findSetting(db, getStartedSetting), asked);

/** Skips steps, takes them up again, or dismisses the guide. */
export async function saveGetStarted(
  ctx: WriteContext,
  { version, skipped, is_hidden }: BodyOf<typeof getStarted.save>,
  { mailing }: GuideServices,
): Promise<GetStarted> {
  const inOrder = setUpStep.options.filter(step => skipped.includes(step));
  const guide = { skipped: inOrder, is_hidden };
  const saved = await saveSetting(ctx, getStartedSetting, guide, version, (row, seen) =>
    ensureUnchanged(row, seen, 'Guide'),
  );
  return replyOf(ctx.tx, saved, { actor: ctx.actor, mailing });
}

async function replyOf(
  db: Reader,
  { value, version }: Current<Guide>,
  { actor, mailing }: Asked,
): Promise<GetStarted> {
  const facts = await findSetUpFacts(db);
  const done = doneSteps(facts, await mailing.isConfigured(db));
  const stateOf = (id: SetUpStep): StepState =>
    done[id] ? 'done' : value.skipped.includes(id) ? 'skipped' : 'open';
  return {
    steps: setUpStep.options.map(id => ({ id, state: stateOf(id) })),
    skipped: value.skipped,
    is_hidden: value.is_hidden,
    found: { ...facts, suspense: hasPermission(actor, 'view_ledger') ? toPence(facts.suspense ?? 0) : null },
    version,
  };
}

/** A step is done because its data exist. */
const doneSteps = (facts: SetUpFacts, canSendMail: boolean): Readonly<Record<SetUpStep, boolean>> => ({
  company: facts.company_name !== null && facts.has_address,
  vat: facts.is_registered ? facts.vat_number !== null : facts.is_vat_decided,
  bank: facts.has_bank_details,
  year: facts.is_year_saved && (!facts.is_registered || facts.has_vat_periods),
  trade: facts.units > 0 && facts.categories > 0,
  products: facts.products > 0,
  opening: facts.opening_items > 0 && facts.suspense === 0,
  people: facts.users > 1,
  till: facts.has_opened_till,
  mail: canSendMail,
  backup: facts.last_backup_at !== null,
  sale: facts.sales > 0,
});
