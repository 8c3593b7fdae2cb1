import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import type { ownAccount } from '#domain/session/own-account.contract';
import type { RegistrationState } from '#domain/session/session.contract';
import { recordAudit } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { forbidden } from '../../platform/http/refusal';
import { refuseCommonPassword } from './passwords/common-passwords';
import { hashAnonymousPassword } from './passwords/passwords';
import { registrationState } from './registration';
import { takeLock } from '../../platform/database/advisory-lock';
import { locks } from '../../kernel/locks';

type Asked = BodyOf<typeof ownAccount.register>;
type Registration = Omit<Asked, 'password'> & { readonly password_hash: string };

const ensureOpen = (state: RegistrationState): void => {
  if (state === 'closed') throw forbidden('Registration is closed. Ask an administrator for an account.');
};

/**
 * Hashes the password before the transaction: it takes long, and strangers must hold neither connections to the database nor
 * the lock of registrations meanwhile.
 */
export async function prepareRegistration(db: Reader, { password, ...asked }: Asked): Promise<Registration> {
  ensureOpen(await registrationState(db));
  refuseCommonPassword(password, asked);
  return { ...asked, password_hash: await hashAnonymousPassword(password) };
}

/**
 * Registers a user. The first becomes the administrator; later ones, if registration is open, get an inactive
 * account without permissions until an administrator activates it.
 */
export async function register(
  ctx: WriteContext,
  registration: Registration,
): Promise<{ message: string; active: boolean }> {
  // Two first registrations at once take turns, so that only one becomes administrator.
  await takeLock(ctx.tx, locks.firstRegistration);
  const state = await registrationState(ctx.tx);
  ensureOpen(state);
  const first = state === 'first';
  const userId = await addUser(ctx, registration, first);
  if (!first || userId === undefined) {
    // An existing address gets the same response, so that accounts are not revealed.
    recordAudit(ctx, {
      action: userId === undefined ? 'registration_refused' : 'registered',
      recordType: 'user',
      recordId: userId ?? null,
      recordName: registration.name,
      actor: { id: userId ?? null, name: registration.name },
    });
    return {
      message: 'Account requested. An administrator must activate it before you can sign in.',
      active: false,
    };
  }
  await createAdministrator(ctx, userId);
  await describeFirm(ctx, registration);
  recordAudit(ctx, {
    action: 'registered',
    recordType: 'user',
    recordId: userId,
    recordName: registration.name,
    after: {
      roles: ['admin'],
      ...(registration.vat_registered ? { vat_number: registration.vat_number } : {}),
    },
    actor: { id: userId, name: registration.name },
  });
  return { message: 'Your account is ready. You can now sign in.', active: true };
}

/** Adds the account and returns its id; nothing if the address is in use. */
async function addUser(
  ctx: WriteContext,
  registration: Registration,
  active: boolean,
): Promise<number | undefined> {
  const added = await ctx.tx
    .insertInto('users')
    .values({
      name: registration.name,
      email: registration.email,
      password_hash: registration.password_hash,
      status: active ? 'active' : 'inactive',
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id;
}

export async function createAdministrator(ctx: Pick<WriteContext, 'tx'>, userId: number): Promise<void> {
  await sql`insert into user_roles (user_id, role_id) select ${userId}, id from roles where is_system`.execute(
    ctx.tx,
  );
}

/** The company's name, address and VAT registration, entered by the first administrator. */
async function describeFirm(ctx: WriteContext, registration: Registration): Promise<void> {
  const { company_name, company_address, vat_registered, vat_number, vat_registered_from } = registration;
  const facts = {
    ...(company_name ? { name: company_name } : {}),
    ...(company_address ? { address: company_address } : {}),
  };
  if (Object.keys(facts).length > 0)
    await sql`
      insert into settings (key, value, updated_at) values ('company', ${JSON.stringify(facts)}::jsonb, ${ctx.now})
      on conflict (key) do update set value = settings.value || excluded.value, updated_at = excluded.updated_at`.execute(
      ctx.tx,
    );
  if (vat_registered)
    await sql`
      update vat_registration set is_registered = true, vat_number = ${vat_number},
        registered_from = ${vat_registered_from ?? null}::date, version = version + 1`.execute(ctx.tx);
  // The form asks for the name and for VAT together, so with a name "not registered" is an answer.
  else if (company_name) await sql`update vat_registration set version = version + 1`.execute(ctx.tx);
}
