import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/open-database';
import type { WriteContext } from '../../../platform/http/context';
import { hashOfToken, newToken } from '../token';

const lifetimeMs = 5 * 60_000;
/** After this many wrong codes the password is needed again. */
const maxWrongCodes = 5;

/** Records that the password was correct and returns the token for the second step, which allows nothing else. */
export async function startSecondStep(ctx: WriteContext, userId: number): Promise<string> {
  const token = newToken();
  await ctx.tx
    .insertInto('pending_sign_ins')
    .values({
      token_hash: hashOfToken(token),
      user_id: userId,
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + lifetimeMs),
    })
    .execute();
  return token;
}

type Pending = { readonly id: number; readonly name: string; readonly email: string };

/** The user of a pending sign-in. Locks it, so that it is completed once. */
export async function findPendingSignIn(tx: Tx, token: string, now: Date): Promise<Pending | undefined> {
  const { rows } = await sql<Pending>`
    select u.id, u.name, u.email from pending_sign_ins p join users u on u.id = p.user_id
    where p.token_hash = ${hashOfToken(token)} and p.expires_at > ${now} and p.wrong_codes < ${maxWrongCodes}
      and u.status = 'active' for update of p`.execute(tx);
  return rows[0];
}

export async function countWrongCode(tx: Tx, token: string): Promise<void> {
  await sql`update pending_sign_ins set wrong_codes = wrong_codes + 1 where token_hash = ${hashOfToken(token)}`.execute(
    tx,
  );
}

export async function endPendingSignIn(tx: Tx, token: string): Promise<void> {
  await sql`delete from pending_sign_ins where token_hash = ${hashOfToken(token)}`.execute(tx);
}
