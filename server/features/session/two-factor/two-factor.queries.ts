import { sql } from 'kysely';
import { isAdministrator, type Holder } from '#domain/kernel/access';
import type { Reader, Tx } from '../../../platform/database/open-database';

export const requiredSetting = 'two_factor_required';

/** For user `u`: whether two-factor sign-in is on, and who must use it. */
export const twoFactorColumns = sql`
  exists (select from two_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_two_factor,
  (select value ->> 'required_of' from settings where key = ${requiredSetting}) as two_factor_required`;

export type TwoFactorFacts = {
  readonly has_two_factor: boolean;
  readonly two_factor_required: string | null;
};

/** Whether a user must set up two-factor sign-in first. */
export function mustSetTwoFactor(user: Holder & TwoFactorFacts): boolean {
  if (user.has_two_factor) return false;
  const required = user.two_factor_required;
  return required === 'everybody' || (required === 'administrators' && isAdministrator(user));
}

export type TwoFactor = {
  readonly sealed_secret: string;
  readonly confirmed_at: Date | null;
  readonly last_step: number;
};

export async function findTwoFactor(db: Reader, userId: number): Promise<TwoFactor | undefined> {
  const { rows } = await sql<TwoFactor>`
    select sealed_secret, confirmed_at, last_step from two_factors where user_id = ${userId}`.execute(db);
  return rows[0];
}

export async function lockTwoFactor(tx: Tx, userId: number): Promise<TwoFactor | undefined> {
  await sql`select from two_factors where user_id = ${userId} for update`.execute(tx);
  return findTwoFactor(tx, userId);
}

/** Binds the encrypted secret to its user. */
export const placeOfSecret = (userId: number): string => `two-factor of user ${userId}`;
