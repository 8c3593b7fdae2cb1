import { type TillNow, tills } from '#domain/tills/till.contract';
import { request } from '../../../platform/api';
import { ApiError } from '../../../platform/api-error';
import { createStore } from '../../../platform/store';
import { isForLater } from '../engine/queue';
import { noteConnection } from './connection';
import { device } from './database';

/** The register this device is set to, with its open session if any. */
export type RegisterState =
  | { readonly kind: 'loading' }
  /** Registers to choose from, or the one to open. */
  | {
      readonly kind: 'closed';
      readonly registers: readonly TillNow[];
      readonly register: TillNow | null;
      /** The session that sold here until someone else closed or counted it. */
      readonly endedSession: number | null;
    }
  | { readonly kind: 'open'; readonly register: TillNow; readonly sessionId: number }
  | { readonly kind: 'failed'; readonly message: string };

export const registerState = createStore<RegisterState>({ kind: 'loading' });

/** The register whose till is open here; null when none is. */
export const registerIdOf = (state: RegisterState): number | null =>
  state.kind === 'open' ? state.register.id : null;

const key = 'register';
/** Which one it is, without its names: it outlives signing out. */
const idKey = 'register id';

/** Counts loads and choices: an answer that arrives after a later choice does not undo it. */
let latest = 0;

/** Loads the open tills. Offline, the last known session continues as it was: open, or being counted. */
export async function loadRegister(): Promise<void> {
  const turn = ++latest;
  const [stored, storedId] = await Promise.all([
    device.read<TillNow>('kept', key),
    device.read<number>('plain', idKey),
  ]);
  try {
    const { data } = await request(tills.now, {
      shownInPlace: true,
      isBackground: true,
      signal: AbortSignal.timeout(10_000),
    });
    noteConnection(true);
    if (turn !== latest) return;
    const only = data.length === 1 ? data[0] : undefined;
    const register = data.find(({ id }) => id === (stored?.id ?? storedId)) ?? only ?? null;
    // A full disk is no lost connection. It is stored with a later answer.
    await storeRegister(register).catch(() => undefined);
    showRegister(turn, register, data);
  } catch (error) {
    // The session ended. The till stays as it is until someone signs in over it (F38).
    if (error instanceof ApiError && error.status === 401) return;
    if (turn !== latest) return;
    const isUnreached = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
    if (isUnreached) noteConnection(false);
    const isLater = !(error instanceof ApiError) || isForLater(error.status);
    if (isLater && stored?.session) showRegister(turn, stored, [stored]);
    // A till that is running goes on with the payment that is being entered; a sale is refused by itself.
    else if (registerState.get().kind !== 'open')
      registerState.set({
        kind: 'failed',
        message: error instanceof ApiError ? error.message : 'The server cannot be reached.',
      });
  }
}

/** Sets and stores this device's register. */
export async function selectRegister(register: TillNow | null, registers: readonly TillNow[]): Promise<void> {
  const turn = ++latest;
  await storeRegister(register);
  showRegister(turn, register, registers);
}

async function storeRegister(register: TillNow | null): Promise<void> {
  if (register)
    await device.write(
      { store: 'kept', key, value: register },
      { store: 'plain', key: idKey, value: register.id },
    );
}

function showRegister(turn: number, register: TillNow | null, registers: readonly TillNow[]): void {
  if (turn !== latest) return;
  const before = registerState.get();
  if (register?.session?.status === 'open')
    registerState.set({ kind: 'open', register, sessionId: register.session.id });
  else registerState.set({ kind: 'closed', registers, register, endedSession: endedBy(before, register) });
}

/** The message for a till that was selling here a moment ago (finding F38). */
function endedBy(before: RegisterState, register: TillNow | null): number | null {
  if (before.kind === 'open') return before.register.id === register?.id ? before.sessionId : null;
  return before.kind === 'closed' && before.register?.id === register?.id ? before.endedSession : null;
}
