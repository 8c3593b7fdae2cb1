import { sql } from 'kysely';
import type { SessionUser, SignedIn } from '#domain/session/session.contract';
import { isAdministrator } from '#domain/kernel/access';
import { allPermissions, groupByModule } from '#domain/kernel/permissions';
import { findYearStart } from '../../kernel/company';
import { findPaymentWords } from '../../kernel/tills';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { WriteContext } from '../../platform/http/context';
import { findDefaultViews, findSession } from './session.queries';
import { absoluteLimitMs, cashierLimitMs, maxDevices } from './session-limits';
import { hashOfToken, newToken } from './token';

/** What is different about a session that did not begin with a password or passkey. */
export type SessionTerms = {
  /** When the user last proved who they are; without it, now. */
  readonly confirmedAt?: Date;
  /** The sign-in provider has asked for a second factor. */
  readonly hasSecondFactorElsewhere?: boolean;
};

/** Opens a session and returns its token. Beyond ten devices, the one idle longest is signed out. */
export async function openSession(ctx: WriteContext, userId: number, terms?: SessionTerms): Promise<string> {
  const token = await insertSession(ctx, { userId, limitMs: absoluteLimitMs, ...terms });
  await sql`
    delete from sessions where user_id = ${userId} and parent_id is null and id not in (
      select id from sessions where user_id = ${userId} and parent_id is null order by last_seen_at desc, id desc limit ${maxDevices})`.execute(
    ctx.tx,
  );
  return token;
}

/**
 * Opens a cashier's session on the current device's session and ends that of the previous cashier, because a till has
 * one cashier at a time. It ends with the device's session.
 */
export async function openCashierSession(ctx: WriteContext, userId: number): Promise<string> {
  const { rows } = await sql<{ device: number }>`
    select coalesce(parent_id, id) as device from sessions where id = ${ctx.actor.sessionId}`.execute(ctx.tx);
  const device = rows[0]?.device ?? ctx.actor.sessionId;
  // Concurrent changes take turns, so that one cashier remains.
  await sql`select from sessions where id = ${device} for update`.execute(ctx.tx);
  await sql`delete from sessions where parent_id = ${device}`.execute(ctx.tx);
  return insertSession(ctx, { userId, limitMs: cashierLimitMs, parentId: device });
}

type NewSession = SessionTerms & {
  readonly userId: number;
  readonly limitMs: number;
  readonly parentId?: number;
};

async function insertSession(
  ctx: WriteContext,
  { userId, limitMs, parentId, confirmedAt, hasSecondFactorElsewhere = false }: NewSession,
): Promise<string> {
  const token = newToken();
  const device = describeDevice(ctx.userAgent);
  await ctx.tx
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashOfToken(token),
      description: parentId === undefined ? device : `By PIN, ${device}`,
      address: ctx.address,
      created_at: ctx.now,
      last_seen_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + limitMs),
      parent_id: parentId ?? null,
      confirmed_at: confirmedAt ?? null,
      second_factor_elsewhere: hasSecondFactorElsewhere,
    })
    .execute();
  return token;
}

/** The reply to signing in: the token, and the user with their permissions. */
export async function signedInBy(ctx: WriteContext, token: string): Promise<SignedIn> {
  const opened = await findSession(ctx.tx, hashOfToken(token), ctx.now);
  if (!opened) throw new Error('The session just opened cannot be found');
  const user = await findSessionUser(ctx.tx, opened);
  return {
    token,
    user,
    permissions: user.permissions,
    permissionsByModule: user.permissionsByModule,
  };
}

/** The user as sent to the browser (D-01); an administrator has every permission. */
export async function findSessionUser(db: Reader, actor: Actor): Promise<SessionUser> {
  const permissions = isAdministrator(actor) ? [...allPermissions] : [...actor.permissions];
  return {
    id: actor.id,
    name: actor.name,
    email: actor.email,
    must_change_password: actor.mustChangePassword,
    must_set_two_factor: actor.mustSetTwoFactor ?? false,
    roles: actor.roles.map(role => ({ ...role })),
    permissions,
    permissionsByModule: groupByModule(permissions),
    discount_limit: actor.discount_limit ?? null,
    payment: await findPaymentWords(db),
    year_start: await findYearStart(db),
    default_views: await findDefaultViews(db, actor.id),
  };
}

/** `Chrome on Windows`: enough for users to recognise their own devices. */
function describeDevice(userAgent: string): string {
  const browsers: [RegExp, string][] = [
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Firefox\//, 'Firefox'],
    [/Chrom(?:e|ium)\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ];
  const systems: [RegExp, string][] = [
    [/Android/, 'Android'],
    [/iPhone|iPad/, 'iOS'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'macOS'],
    [/Linux/, 'Linux'],
  ];
  const nameIn = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = nameIn(browsers) ?? 'A program';
  const system = nameIn(systems);
  return system ? `${browser} on ${system}` : browser;
}
