import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { formatDate, londonDate } from '#domain/kernel/dates';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { playTradingDay, openTheTill, pageUnder, shopWithRuth, signInAsRuth } from '../support/trading-day';

/**
 * A time zone where it is another day than in London: 14 hours ahead of Greenwich, or 11 behind. While it is not yet the
 * next day in the first, it is the day before in the second for at least another hour.
 */
const farAway = () => {
  const dayIn = (timeZone: string) => new Date().toLocaleDateString('en-GB', { timeZone });
  return dayIn('Pacific/Kiritimati') === dayIn('Europe/London') ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
};

describe('far from London', () => {
  const shop = useShop();

  test('F89 a day in a browser in another time zone is dated by the company, which is in London', async () => {
    await shopWithRuth(shop());
    const before = londonDate(new Date());
    const { page, complaints, close } = await pageUnder(shop(), { timezone: farAway() });
    const here = await page.evaluate(() => new Date().getDate());
    expect(here, 'it is another day there').not.toBe(Number(before.slice(-2)));
    await signInAsRuth(page);
    await openTheTill(page);
    await playTradingDay(shop(), page);
    const after = londonDate(new Date());
    const { rows } = await sql<{ day: string }>`
      select business_date::text as day from journals where kind <> 'opening'
      union all select order_date::text from purchase_orders`.execute(shop().db);
    expect(rows.length).toBeGreaterThan(4);
    // Two different days only if midnight passed meanwhile.
    for (const { day } of rows) expect([before, after]).toContain(day);
    await page.goto('/purchases/1');
    await page
      .getByText(formatDate(before))
      .or(page.getByText(formatDate(after)))
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('on a slow processor', () => {
  const shop = useShop();

  test('F89 a day in a browser six times slower works to its end, and all checks of the books pass', async () => {
    await shopWithRuth(shop());
    const { page, complaints, close } = await pageUnder(shop(), { slowness: 6 });
    await signInAsRuth(page);
    await openTheTill(page);
    await playTradingDay(shop(), page);
    expect(complaints).toEqual([]);
    expect(await breachesOf(shop().db)).toEqual([]);
    await close();
  });
});
