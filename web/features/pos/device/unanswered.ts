import type { Pence } from '#domain/kernel/money';
import { newIdempotencyKey } from '../../../platform/api';
import { ApiError, messageOf } from '../../../platform/api-error';
import { createStore, useStore } from '../../../platform/store';
import { noteUnanswered } from '../../../platform/till-data';
import type { Basket } from '../engine/basket';
import { isForLater } from '../engine/queue';
import { isConnected } from './connection';
import { device, type RecordKey, type Write } from './database';
import type { RepeatableCall } from './repeatable-calls';

/**
 * A request that no answer has come to: the server may have carried it out. It is sent again exactly as it was, and
 * nothing else in its place, until an answer has come.
 */
export type Unanswered<Body> = {
  readonly key: string;
  readonly body: Body;
  readonly sentBy: { readonly id: number; readonly name: string };
  /** In milliseconds. */
  readonly sentAt: number;
  /** Missing in requests stored by an earlier version. */
  readonly again?: Again;
  readonly aside?: SetAside;
};

/** A basket that made way for the next customer before the answer. It stays until the server has recorded it. */
export type SetAside = {
  readonly basket: Basket;
  readonly gross: Pence;
  readonly sessionId: number | null;
  /** Why the server refused it: nothing was recorded. Null until then. */
  readonly refused: string | null;
};

/** How a request is named in a list, and sent without the dialog that it was entered in. */
export type Again = {
  /** "Refund of £12.00 for INV-000012". */
  readonly what: string;
  readonly call: RepeatableCall;
  /** Of the record in the path of the call. */
  readonly id?: number;
  /** What is sent, if that is not `body` itself. */
  readonly sent?: unknown;
  /** The basket that it settles, by its place on this device. */
  readonly basket?: SentBasket & { readonly key: RecordKey };
};

/** The basket that was sent, with the keys of its lines. Requests stored by an earlier version have none. */
export type SentBasket = { readonly clientId: string; readonly lines?: readonly number[] };

type All = Readonly<Record<string, Unanswered<unknown>>>;

const place = { store: 'kept', key: 'unanswered' } as const;
const here = createStore<All>({});
let loading: Promise<void> | undefined;

/** Reads what an earlier visit left without an answer. */
export const loadUnanswered = (): Promise<void> =>
  (loading ??= device
    .read<All>(place.store, place.key)
    .then(stored => show({ ...stored, ...here.get() }))
    .catch(() => undefined));

/** Reads them again, with what another tab has stored since. */
export const reloadUnanswered = (): Promise<void> =>
  device
    .read<All>(place.store, place.key)
    .then(stored => show({ ...here.get(), ...stored }))
    .catch(() => undefined);

function show(all: All): void {
  here.set(all);
  noteUnanswered(Object.keys(all).length);
}

function without(name: string): All {
  const { [name]: _before, ...others } = here.get();
  return others;
}

/** The entry that puts a basket aside, to be written in the same transaction as the next basket. */
export const asideEntry = (name: string, aside: SetAside): Write => ({
  ...place,
  value: withAside(name, aside),
});

export const showAside = (name: string, aside: SetAside): void => show(withAside(name, aside));

function withAside(name: string, aside: SetAside): All {
  const sent = here.get()[name];
  if (!sent) throw new Error(`${name} has been answered`);
  return { ...here.get(), [name]: { ...sent, aside } };
}

/** The entry without the request of this name. */
export const forgottenEntry = (name: string): Write => ({ ...place, value: without(name) });

export const showForgotten = (name: string): void => show(without(name));

async function keep(name: string, request: Unanswered<unknown> | undefined): Promise<void> {
  const all = request === undefined ? without(name) : { ...without(name), [name]: request };
  // At once, because two key presses are faster than the disk.
  show(all);
  await device.write({ ...place, value: all });
}

/** The request of this name that still waits for its answer; also while it is being sent. */
export function useUnanswered<Body>(name: string): Unanswered<Body> | undefined {
  return useStore(here)[name] as Unanswered<Body> | undefined;
}

/** Forgets a request of which the user knows otherwise what became of it. */
export const forgetUnanswered = (name: string): Promise<void> => keep(name, undefined);

/** All requests that wait for an answer, by name. */
export const allUnanswered = (): All => here.get();
export const useAllUnanswered = (): All => useStore(here);
export const onUnanswered = (listener: () => void): (() => void) => here.subscribe(listener);

/** Stores them again, after signing out in another tab has removed what this device stored. */
export function keepUnanswered(): Promise<void> {
  show(here.get());
  return device.write({ ...place, value: here.get() });
}

/** Forgets them all: signing out removes them from the device. */
export const forgetAllUnanswered = (): void => show({});

/** The request of this name that still waits for its answer. */
export const unansweredOf = (name: string): Unanswered<unknown> | undefined => here.get()[name];

/** Whether an answer has come, so that something else may be sent. */
export function isAnswered(name: string): boolean {
  const request = unansweredOf(name);
  return request === undefined || isRefused(request);
}

/** Whether the server has refused it, so that its basket waits for someone to resolve it. */
export const isRefused = ({ aside }: Unanswered<unknown>): boolean => (aside?.refused ?? null) !== null;

/**
 * A refusal that tells nothing of the request: there was no answer, or the first request is still being carried out. To
 * one sent again, a refusal at the door says nothing of the first either.
 */
const isOpen = (error: unknown, isRepeated: boolean): boolean =>
  !(error instanceof ApiError) ||
  error.code === 'still_running' ||
  (isForLater(error.status) && (isRepeated || ![401, 429].includes(error.status)));

export type ToSend<Body> = Pick<Unanswered<Body>, 'body' | 'sentBy' | 'again'> & {
  readonly key?: string;
  /** The message while there is no connection to send it by. */
  readonly offline: string;
};

/** Sends what is asked, or what was asked before and not answered. It is on disk before it is sent. */
export async function sendUntilAnswered<Body, Reply>(
  name: string,
  { body, sentBy, key = newIdempotencyKey(), again, offline }: ToSend<Body>,
  send: (request: Unanswered<Body>) => Promise<Reply>,
): Promise<{ readonly reply: Reply; readonly sent: Unanswered<Body> }> {
  await loadUnanswered();
  const earlier = here.get()[name] as Unanswered<Body> | undefined;
  // What was certainly not sent is not in doubt.
  if (!earlier && !isConnected.get()) throw new ApiError(0, { message: offline });
  const { id, name: person } = sentBy;
  const named = again ? { again } : {};
  const sent = (earlier && inDoubtAgain(earlier)) ?? {
    key,
    body,
    sentBy: { id, name: person },
    sentAt: Date.now(),
    ...named,
  };
  try {
    await keep(name, sent);
  } catch (error) {
    // Not stored, so not sent.
    if (!earlier) show(without(name));
    throw error;
  }
  try {
    const reply = await send(sent);
    await keep(name, undefined).catch(() => undefined);
    return { reply, sent };
  } catch (error) {
    if (!isOpen(error, earlier !== undefined)) await keep(name, afterRefusal(sent, error));
    throw error;
  }
}

/** What was refused may be recorded by the next attempt. */
const inDoubtAgain = <Body>(sent: Unanswered<Body>): Unanswered<Body> =>
  sent.aside ? { ...sent, aside: { ...sent.aside, refused: null } } : sent;

/** A basket set aside stays, as its goods may have left the shop. */
const afterRefusal = (sent: Unanswered<unknown>, error: unknown): Unanswered<unknown> | undefined =>
  sent.aside && { ...sent, aside: { ...sent.aside, refused: messageOf(error, 'The server refused it.') } };

const safeFor = 6 * 24 * 3_600_000;

/** The server knows a request again for seven days, and only from the user who sent it. */
export const canSendAgain = ({ sentBy, sentAt }: Unanswered<unknown>, userId: number): boolean =>
  sentBy.id === userId && Date.now() - sentAt < safeFor;

export const mayBeRecorded = (what: string): string =>
  `No answer came from the server, so ${what} may have been recorded. Send it again to find out: it is recorded only once, as it was first sent.`;
