import { sql } from 'kysely';
import type { SessionUser } from '#domain/session/session.contract';
import { isAdministrator } from '#domain/kernel/access';
import { allPermissions, groupByModule } from '#domain/kernel/permissions';
import type { Actor } from '../../platform/http/actor';
import type { WriteContext } from '../../platform/http/context';
import { absoluteLimitMs, mostDevices } from './session-limits';
import { hashOfToken, newToken } from './token';

/** Opens a session for a user and answers its token. Beyond ten devices the one idle longest is signed out. */
export async function openSession(ctx: WriteContext, userId: number): Promise<string> {
  const token = newToken();
  await ctx.tx
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashOfToken(token),
      description: describeDevice(ctx.userAgent),
      address: ctx.address,
      created_at: ctx.now,
      last_seen_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + absoluteLimitMs),
    })
    .execute();
  await sql`
    delete from sessions where user_id = ${userId} and id not in (
      select id from sessions where user_id = ${userId} order by last_seen_at desc, id desc limit ${mostDevices})`.execute(
    ctx.tx,
  );
  return token;
}

/** The person as the browser is told (D-01); an administrator holds every permission. */
export function sessionUserOf(actor: Actor): SessionUser {
  const permissions = isAdministrator(actor) ? [...allPermissions] : [...actor.permissions];
  return {
    id: actor.id,
    name: actor.name,
    email: actor.email,
    must_change_password: actor.mustChangePassword,
    roles: actor.roles.map(role => ({ ...role })),
    permissions,
    permissionsByModule: groupByModule(permissions),
  };
}

/** `Chrome on Windows`: enough to recognise one's own device. */
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
