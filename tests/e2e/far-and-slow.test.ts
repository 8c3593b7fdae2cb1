import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { formatDate, londonDate } from '#domain/kernel/dates';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { playTradingDay, openTheTill, pageUnder, shopWithRuth, signInAsRuth } from '../support/trading-day';

/** A time zone where it is another day than in London: 14 hours ahead of Greenwich, or 11 behind. */
const farAway = () => {
  const hour = new Date().toLocaleString('en-GB', {
    timeZone: 'Europe/London',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  return Number(hour) >= 11 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
};

describe('far from London', () => {
  const shop = useShop();

  test('F89 a day in a browser in another time zone is dated by the company, which is in London', async () => {
    await shopWithRuth(shop());
    const { page, complaints, close } = await pageUnder(shop(), { timezone: farAway() });
    const here = await page.evaluate(() => new Date().getDate());
    expect(here, 'it is another day there').not.toBe(Number(londonDate(new Date()).slice(-2)));
    await signInAsRuth(page);
    await openTheTill(page);
    const before = londonDate(new Date());
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
