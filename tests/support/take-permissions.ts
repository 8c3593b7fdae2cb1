import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Permission } from '#domain/kernel/permissions';
import type { TestApp } from './test-app';

type Person = { readonly userId: number; readonly token: string };

/**
 * Takes permissions away from a user whose open page does not know yet. Returns once the server refuses a call for it:
 * a caller is remembered for half a second.
 */
export async function takePermissions(
  { app, db }: TestApp,
  { userId, token }: Person,
  names: readonly Permission[],
  url: string,
): Promise<void> {
  await sql`delete from role_permissions where permission = any(${names})
    and role_id in (select role_id from user_roles where user_id = ${userId})`.execute(db);
  const headers = { authorization: `Bearer ${token}` };
  await expect.poll(async () => (await app.inject({ method: 'GET', url, headers })).statusCode).toBe(403);
}

/** A page goes on with the permissions it knows: it asks in vain for those its user has now. */
export async function keepRights(page: Page): Promise<void> {
  await page.route('**/api/auth/user', route => route.abort('connectionfailed'));
}
