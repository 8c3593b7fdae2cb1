import type { ReplyOf } from '#domain/kernel/call';
import type { ProviderAnswer, providerSignIn } from '#domain/session/provider.contract';
import { findProvider, type Identity, ProviderProblem, type Providers } from '../../../kernel/sign-in';
import type { ReadContext, WriteContext } from '../../../platform/http/context';
import { conflict } from '../../../platform/http/refusal';
import {
  type AttemptPurpose,
  type NewAttempt,
  newAttempt,
  spendAttempt,
  storeAttempt,
} from './provider-attempts';

type Before = Pick<ReadContext, 'db' | 'now'>;

export type Departure = { readonly attempt: NewAttempt; readonly issuer: string; readonly address: string };

const notSetUp = 'No sign-in provider is set up. Sign in with your password.';
const lost =
  'This sign-in has expired, was used already, or began in another window. Start again from the sign-in page.';

/** Works out where the browser goes, before the transaction, because the provider may have to be asked. */
export async function departFor(
  providers: Providers,
  { db }: Before,
  options: { readonly isFresh: boolean },
): Promise<Departure> {
  const provider = await findProvider(db);
  if (!provider) throw conflict(notSetUp);
  const attempt = newAttempt();
  try {
    const address = await providers.addressOf(provider, attempt, options);
    return { attempt, issuer: provider.issuer, address };
  } catch (error) {
    throw error instanceof ProviderProblem ? conflict(error.message) : error;
  }
}

/** Stores the visit, whose answer is awaited for ten minutes. */
export async function depart(
  ctx: WriteContext,
  { attempt, issuer, address }: Departure,
  purpose: AttemptPurpose,
): Promise<ReplyOf<typeof providerSignIn.start>> {
  await storeAttempt(ctx, attempt, purpose, issuer);
  return { address, browser_key: attempt.browserKey };
}

/** What came of a visit. */
export type Arrival = {
  readonly providerName: string;
  readonly outcome:
    | { readonly identity: Identity; readonly startedAt: Date }
    | { readonly problem: string; readonly detail: string };
};

/**
 * Takes the provider's answer and asks it who it is about, before the transaction. The visit ends first, so that the
 * second of two answers does not make the provider withdraw what it gave for the first.
 */
export async function returnFrom(
  providers: Providers,
  { db, now }: Before,
  { answer, browser_key }: ProviderAnswer,
  purpose: AttemptPurpose,
): Promise<Arrival> {
  const query = answer.replace(/^\?/, '');
  const state = new URLSearchParams(query).get('state') ?? '';
  const provider = await findProvider(db);
  const providerName = provider?.name ?? 'The provider';
  const failed = (problem: string, detail: string): Arrival => ({
    providerName,
    outcome: { problem, detail },
  });
  const attempt = await spendAttempt(db, { state, browserKey: browser_key }, purpose, now);
  if (!attempt) return failed(lost, 'unknown visit');
  if (provider?.issuer !== attempt.issuer)
    return failed('The sign-in settings have just changed. Start again.', 'another provider');
  try {
    const identity = await providers.identify(provider, attempt, query);
    return { providerName, outcome: { identity, startedAt: attempt.startedAt } };
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    return failed(error.message, error.detail);
  }
}
