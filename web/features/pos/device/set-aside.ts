import type { BodySent } from '#domain/kernel/call';
import { penceFromPounds } from '#domain/kernel/money';
import type { SaleDetail, sales } from '#domain/sales/sale.contract';
import { toast } from '../../../platform/notices';
import { createStore } from '../../../platform/store';
import type { Basket } from '../engine/basket';
import type { BasketStore } from './basket-store';
import { device } from './database';
import { following } from './next-basket';
import { settlingExchange } from './open-request';
import type { RefundMade } from './refund-made';
import { nameOfUnanswered, sendAgain, type SentAgain } from './send-again';
import { refundOfExchange } from './settle-exchange';
import {
  allUnanswered,
  asideEntry,
  forgottenEntry,
  isRefused,
  type SetAside,
  showAside,
  showForgotten,
  type Unanswered,
  unansweredOf,
} from './unanswered';

/** An exchange that was recorded after its basket had made way, with what is due to its customer. */
export type RecordedLater = {
  readonly what: string;
  readonly document: SaleDetail;
  readonly refund: RefundMade | null;
};

/** Since the page was opened. Its receipt and refund slip are offered with the sales of this device. */
export const recordedLater = createStore<readonly RecordedLater[]>([]);

/** Whether the basket can make way for the next customer: that of a document closes with its page instead. */
export const canSetAside = ({ returning, replacing, quote }: Basket): boolean =>
  returning !== null && replacing === null && quote === null;

/**
 * Puts an exchange without an answer aside, and starts the next basket with what has been scanned since. Both are on disk at
 * once, so that the goods are in one place only.
 */
export async function setAside(store: BasketStore): Promise<void> {
  const basket = store.basket.get();
  const { name } = settlingExchange(basket);
  const sent = unansweredOf(name) as Unanswered<BodySent<typeof sales.exchange>> | undefined;
  const settles = sent?.again?.basket;
  const next = settles && following(basket, settles);
  if (!sent || !next) throw new Error('There is no exchange to set aside');
  const lines = basket.lines.filter(({ key }) => settles.lines?.includes(key) ?? true);
  // As it was sent: what has been scanned since is the next customer's.
  const { expected_total, session_id } = sent.body.sale;
  const gross = penceFromPounds(expected_total);
  const aside = { basket: { ...basket, lines }, gross, sessionId: session_id ?? null, refused: null };
  await device.write(asideEntry(name, aside), store.entryOf(next));
  showAside(name, aside);
  store.show(next);
}

/** Takes a basket back that the server has refused. The till must be free for it. */
export async function takeBack(store: BasketStore, name: string, { basket }: SetAside): Promise<void> {
  await device.write(forgottenEntry(name), store.entryOf(basket));
  showForgotten(name);
  store.show(basket);
}

/** Sends a request of the list again. An exchange set aside is listed as recorded from then on. */
export async function sendFromList(
  name: string,
  unanswered: Unanswered<unknown>,
  userId: number,
  options: Parameters<typeof sendAgain>[3] = {},
): Promise<SentAgain> {
  const became = await sendAgain(name, unanswered, userId, options);
  const { aside } = unanswered;
  const { returning } = aside?.basket ?? {};
  if (became.kind === 'recorded' && returning)
    recordedLater.set([
      ...recordedLater.get().filter(({ document }) => document.id !== saleIn(became.reply).id),
      {
        what: nameOfUnanswered(unanswered),
        document: saleIn(became.reply),
        refund: refundOfExchange(unanswered.body as BodySent<typeof sales.exchange>, returning),
      },
    ]);
  return became;
}

const saleIn = (reply: unknown): SaleDetail => (reply as { readonly sale: SaleDetail }).sale;

/** Sends the user's baskets that were set aside; another user may lack the permission. Those refused wait for someone. */
export async function sendAsideAgain(userId: number, ofToken: string | null): Promise<void> {
  for (const name of Object.keys(allUnanswered())) {
    // As it is now: it may have been taken back while the one before it was sent.
    const unanswered = unansweredOf(name);
    if (!unanswered?.aside || unanswered.sentBy.id !== userId || isRefused(unanswered)) continue;
    const became = await sendFromList(name, unanswered, userId, { ofToken, isBackground: true });
    const what = nameOfUnanswered(unanswered);
    if (became.kind === 'recorded')
      toast.blank(`${what}: recorded. Its receipt is with the sales on this device.`);
    if (became.kind === 'refused')
      toast.error(`${what}: not recorded. ${became.reason} Resolve it in Sales on this device.`);
  }
}
