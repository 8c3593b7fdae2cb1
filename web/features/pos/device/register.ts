import { type TillNow, tills } from '#domain/tills/till.contract';
import { request } from '../../../platform/api';
import { ApiError } from '../../../platform/api-error';
import { createStore } from '../../../platform/store';
import { noteConnection } from './connection';
import { device } from './database';

/** The register that this device is, with its open session if there is one. */
export type RegisterState =
  | { readonly kind: 'loading' }
  /** Registers to choose from, or the one whose till is to be opened. */
  | {
      readonly kind: 'closed';
      readonly registers: readonly TillNow[];
      readonly register: TillNow | null;
      /** The session that sold here until somebody else closed or began to count it. */
      readonly endedSession: number | null;
    }
  | { readonly kind: 'open'; readonly register: TillNow; readonly sessionId: number }
  | { readonly kind: 'failed'; readonly message: string };

export const registerState = createStore<RegisterState>({ kind: 'loading' });

/** The register whose till is open here; null while none is. */
export const registerIdOf = (state: RegisterState): number | null =>
  state.kind === 'open' ? state.register.id : null;

const key = 'register';

/** Asks which tills are open. Without a network the session that was open when it was last asked goes on. */
export async function loadRegister(): Promise<void> {
  const kept = await device.read<TillNow>('kept', key);
  try {
    const { data } = await request(tills.now, { shownInPlace: true, signal: AbortSignal.timeout(10_000) });
    noteConnection(true);
    const only = data.length === 1 ? data[0] : undefined;
    const register = data.find(({ id }) => id === kept?.id) ?? only ?? null;
    await become(register, data);
  } catch (error) {
    // The session has ended: the till stays as it is until somebody signs in over it (F38).
    if (error instanceof ApiError && error.status === 401) return;
    const isUnreached = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
    if (isUnreached) noteConnection(false);
    if (isUnreached && kept?.session)
      registerState.set({ kind: 'open', register: kept, sessionId: kept.session.id });
    else
      registerState.set({
        kind: 'failed',
        message: error instanceof ApiError ? error.message : 'The server cannot be reached.',
      });
  }
}

/** Makes this device a register, and keeps that. */
export async function become(register: TillNow | null, registers: readonly TillNow[]): Promise<void> {
  const before = registerState.get();
  if (register) await device.write({ store: 'kept', key, value: register });
  if (register?.session?.status === 'open')
    registerState.set({ kind: 'open', register, sessionId: register.session.id });
  else registerState.set({ kind: 'closed', registers, register, endedSession: endedBy(before, register) });
}

/** What is told of a till that sold here a moment ago (finding F38). */
function endedBy(before: RegisterState, register: TillNow | null): number | null {
  if (before.kind === 'open') return before.register.id === register?.id ? before.sessionId : null;
  return before.kind === 'closed' && before.register?.id === register?.id ? before.endedSession : null;
}
