import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEveryList } from '../support/every-list';
import { startTestApp, type TestApp } from '../support/test-app';
import { type DocumentDesk, documentDesk } from './document-desk';
import { moneyDocuments } from './money-documents';
import { ReadBack } from './read-back';
import { callOf } from './round-trip';
import { contractProblems } from './rows-of-contract';

let shop: TestApp;
let desk: DocumentDesk;
beforeAll(async () => {
  shop = await startTestApp();
  desk = await documentDesk(shop);
});
afterAll(() => shop.close());

describe('F86 every field of a money document has a row that says where it is read back, and is found there', () => {
  test.each(Object.entries(moneyDocuments))('%s', async (name, documentFor) => {
    const [method = '', path = ''] = name.split(' ');
    const route = callOf(method, path);
    const document = await documentFor(desk);
    expect(contractProblems(route, document)).toEqual([]);
    // A caller of its own, because exports are limited per user.
    const { token } = await shop.as('admin');
    const readBack = new ReadBack(shop, token, route, document);
    const problems: string[] = [];
    for (const example of document.examples) problems.push(...(await readBack.problemsOf(example)));
    expect(problems).toEqual([]);
  });

  test('F43 after all these documents every list is read to its last page', async () => {
    const { token } = await shop.as('admin');
    const { failed, unread } = await readEveryList(shop, token);
    expect(failed).toEqual([]);
    // No stocktake is a money document: the records of the round trip have one.
    expect(unread).toEqual(['/stock/counts/{id}/lines']);
  });
});
