import type { Page } from 'playwright-core';
import { suppliers } from '#domain/suppliers/supplier.contract';
import type { TestApp } from './test-app';

/** All permissions for suppliers. */
export const supplierRights = [
  'view_supplier',
  'create_supplier',
  'edit_supplier',
  'delete_supplier',
  'create_email',
] as const;

/** Adds a supplier as a buyer does. */
export async function addSupplier(
  shop: TestApp,
  body: Record<string, unknown>,
): Promise<{ id: number; buyer: number }> {
  const buyer = await shop.as(...supplierRights);
  const { reply } = await buyer.call(suppliers.create, { body });
  return { id: reply.id, buyer: buyer.userId };
}

/** Answers every dialog of the browser, and records the questions. */
export function confirmations(page: Page, accept: boolean): string[] {
  const messages: string[] = [];
  page.on('dialog', async dialog => {
    messages.push(dialog.message());
    await (accept ? dialog.accept() : dialog.dismiss());
  });
  return messages;
}
