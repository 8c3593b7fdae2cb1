import type { ReplyOf } from '#domain/kernel/call';
import type { pos } from '#domain/pos/pos.contract';
import { createStore } from '../../../platform/store';
import { keepTillDataUntil } from '../../../platform/till-data';
import { device } from './database';

/** What the server said of this device when it last checked in. */
export type DeviceTerms = {
  readonly name: string;
  readonly sealingKey: string;
  readonly keepDays: number;
  /** In milliseconds. */
  readonly revokedAt: number | null;
};

/** Null before the first check-in. */
export const deviceTerms = createStore<DeviceTerms | null>(null);

const key = 'terms';
/** Before the first check-in; the usual setting. */
const defaultKeepDays = 7;
const dayMs = 86_400_000;

export const keepDaysHere = (): number => deviceTerms.get()?.keepDays ?? defaultKeepDays;

/** The server's public key; null before the first check-in, and where the browser cannot seal. */
export const sealingKeyHere = (): string | null =>
  globalThis.isSecureContext && 'subtle' in crypto ? (deviceTerms.get()?.sealingKey ?? null) : null;

export async function loadTerms(): Promise<void> {
  deviceTerms.set((await device.read<DeviceTerms>('plain', key)) ?? null);
}

export async function takeTerms(reply: ReplyOf<typeof pos.checkIn>): Promise<DeviceTerms> {
  const terms: DeviceTerms = {
    name: reply.name,
    sealingKey: reply.sealing_key,
    keepDays: reply.keep_days,
    revokedAt: reply.revoked_at?.getTime() ?? null,
  };
  if (JSON.stringify(terms) !== JSON.stringify(deviceTerms.get())) {
    await device.write({ store: 'plain', key, value: terms });
    deviceTerms.set(terms);
  }
  noteContact();
  return terms;
}

/** The server has answered: from now on the data of this device is kept for some days. */
export const noteContact = (): void => keepTillDataUntil(Date.now() + keepDaysHere() * dayMs);
