import { expect, test } from 'vitest';
import type { Recovery, RecoveryState } from '../../server/platform/database/recovery';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';

const working: RecoveryState = {
  isOn: true,
  from: new Date('2026-11-12T02:00:09Z'),
  until: new Date('2026-11-22T14:03:10Z'),
  failing: null,
};
let state = working;
const shop = useShop({ recovery: { state: async () => state } as Recovery });

test('R26 the page of backups says from when on every second can be restored, and what interrupts it', async () => {
  state = working;
  const page = await shop().openAs(['view_setting'], '/settings/backups');
  const shot = (name: string) =>
    process.env.SHOTS
      ? page.screenshot({ path: `${process.env.SHOTS}/recovery-${name}.png`, fullPage: true })
      : undefined;
  await page.getByText('Recovery to any second: from 12 Nov 2026, 02:00:09 GMT until now.').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await shot('working-1440');

  state = { ...working, from: null };
  await page.reload();
  await page.getByText('Recovery to any second begins when the first base backup is verified').waitFor();

  state = {
    ...working,
    failing: {
      since: new Date('2026-11-22T14:03:10Z'),
      reason: 'The disk of /srv/backups/recovery is full. Free up space.',
    },
  };
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'Recovery to any second is interrupted' });
  await alert.waitFor();
  await expect
    .poll(() => alert.textContent())
    .toContain(
      'The disk of /srv/backups/recovery is full. Free up space. Changes made since 22 Nov 2026, 14:03:10 GMT may not be in the archive yet. Sales go on.',
    );
  expect(await seriousProblems(page)).toEqual([]);
  await shot('interrupted-1440');
  await page.setViewportSize({ width: 390, height: 844 });
  await shot('interrupted-390');
  const atNight = await shop().openAs(['view_setting'], '/settings/backups', { width: 390, colours: 'dark' });
  await atNight.getByText('Free up space.').waitFor();
  expect(await seriousProblems(atNight)).toEqual([]);
  if (process.env.SHOTS)
    await atNight.screenshot({ path: `${process.env.SHOTS}/recovery-390-dark.png`, fullPage: true });

  state = { ...working, isOn: false };
  await page.reload();
  await page.getByText('Recovery to any second is off, because no backups are scheduled.').waitFor();
});
