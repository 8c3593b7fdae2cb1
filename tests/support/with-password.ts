import { hashPassword } from '../../server/features/session';
import type { Caller, TestApp } from './test-app';

type Person = Caller & { readonly userId: number };

/** Adds signed-in users with exactly these permissions, all with one password, which is hashed once. */
export function usersWithPassword(shop: () => TestApp, password: string) {
  let hash: Promise<string> | undefined;
  return async (...rights: Parameters<TestApp['as']>): Promise<Person> => {
    hash ??= hashPassword(password);
    const person = await shop().as(...rights);
    await shop()
      .db.updateTable('users')
      .set({ password_hash: await hash })
      .where('id', '=', person.userId)
      .execute();
    return person;
  };
}
