import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { answerQuestion } from '../support/questions';

const shop = useShop({ jobs: true });

/** As many as make a CSV file of more than 4 MB. */
const count = 12_000;
beforeAll(async () => {
  await sql`insert into suppliers (name, address, created_at, updated_at)
    select 'Supplier ' || lpad(n::text, 5, '0'), repeat('Unit 4, The Old Brewery, 17 Long Street, ', 10), now(), now()
    from generate_series(1, ${count}::int) n`.execute(shop().db);
});

/** Screenshots for review; nothing is compared. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}

async function startExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
}

test('F64 a large export is made in the background, and a download that is cut off continues', async () => {
  const page = await shop().openAs(['view_supplier', 'export_data'], '/suppliers');
  await page.getByText('Supplier 00001').first().waitFor();
  await startExport(page);
  await page.getByText('This export is large, so it is made in the background.').waitFor();
  await picture(page, 'export-started');
  await page.getByRole('button', { name: 'Open exports' }).click();
  await page.getByRole('heading', { name: 'Exports' }).waitFor();
  const row = page.getByRole('row', { name: /suppliers\.csv Ready 12,000 \d\.\d MB [0-9a-f]{64}/ });
  await row.waitFor({ timeout: 120_000 });
  await picture(page, 'exports');
  expect(await seriousProblems(page)).toEqual([]);

  // The first reply ends after 100,000 bytes, as if the connection had been lost.
  const ranges: (string | undefined)[] = [];
  await page.route('**/api/exports/*/file', async route => {
    ranges.push(route.request().headers().range);
    if (ranges.length > 1) return route.continue();
    const reply = await route.fetch();
    await route.fulfill({ response: reply, headers: {}, body: (await reply.body()).subarray(0, 100_000) });
  });
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Download suppliers.csv' }).click();
  const saved = await readFile((await (await download).path()) ?? '', 'utf8');
  expect(ranges).toEqual([undefined, 'bytes=100000-']);
  const lines = saved.trimEnd().split('\r\n');
  expect(lines).toHaveLength(count + 1);
  expect(lines.at(-1)).toMatch(/^Supplier 12000,/);

  await row.getByRole('button', { name: 'Delete suppliers.csv' }).click();
  await answerQuestion(page, 'Delete suppliers.csv?', 'Delete');
  await page.getByText('No exports yet.').waitFor();
  await picture(page, 'exports-none');
});

test('F64 a small export is saved at once, and the account menu leads to the exports', async () => {
  const page = await shop().openAs(['view_supplier', 'export_data'], '/suppliers?search=Supplier+0000');
  await page.getByText('Supplier 00001').first().waitFor();
  const download = page.waitForEvent('download');
  await startExport(page);
  expect((await download).suggestedFilename()).toBe('suppliers.csv');
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Exports' }).click();
  await page.getByText('No exports yet.').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
});
