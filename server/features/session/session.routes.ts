import { session } from '#domain/session/session.contract';
import type { Mailing } from '../../kernel/outbox';
import { read, type Route, write } from '../../platform/http/route';
import type { CallerMemory } from './identify-caller';
import { changePassword } from './change-password';
import { listDevices, signOutDevice, signOutEverywhere } from './devices';
import { sessionUserOf } from './open-session';
import { askForNewPassword } from './password-mail';
import { resetPassword } from './reset-password';
import { register } from './register';
import { registrationState, setRegistration } from './registration';
import { signIn, signOut } from './sign-in';
import { updateProfile } from './update-profile';

type Services = { readonly callers: CallerMemory; readonly mailing: Mailing };

export const sessionRoutes = ({ callers, mailing }: Services): Route[] => [
  read(session.entry, async ({ db }) => ({
    registration: await registrationState(db),
    mail_configured: await mailing.isConfigured(db),
  })),
  read(session.user, async ({ actor }) => {
    const user = sessionUserOf(actor);
    return { user, permissions: user.permissions, permissionsByModule: user.permissionsByModule };
  }),
  write(session.login, ({ ctx, body }) => signIn(ctx, body)),
  write(session.logout, ({ ctx }) => forgetting(callers, ctx, signOut(ctx))),
  write(session.register, ({ ctx, body }) => register(ctx, body)),
  write(session.forgotPassword, async ({ ctx, body }) =>
    askForNewPassword(ctx, body.email, await mailing.isConfigured(ctx.tx)),
  ),
  write(session.resetPassword, ({ ctx, body }) => forgetting(callers, ctx, resetPassword(ctx, body))),
  write(session.updateProfile, ({ ctx, body }) => forgetting(callers, ctx, updateProfile(ctx, body))),
  write(session.changePassword, ({ ctx, body }) => forgetting(callers, ctx, changePassword(ctx, body))),
  read(session.devices, ({ db, actor }) => listDevices(db, actor)),
  write(session.signOutDevice, ({ ctx, params }) => forgetting(callers, ctx, signOutDevice(ctx, params.id))),
  write(session.signOutEverywhere, ({ ctx }) => forgetting(callers, ctx, signOutEverywhere(ctx))),
  write(session.registration, ({ ctx, body }) => setRegistration(ctx, body.open)),
];

/** What this process remembers of callers no longer holds once the write is committed. */
function forgetting<T>(
  callers: CallerMemory,
  ctx: { afterCommit: (effect: () => void) => void },
  work: Promise<T>,
): Promise<T> {
  ctx.afterCommit(callers.forget);
  return work;
}
