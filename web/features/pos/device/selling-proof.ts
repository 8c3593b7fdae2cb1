import { device } from './database';

const key = 'selling proof';

/** What the server gave this device at its last check-in by a user who may sell; sealed with each sale (finding F97). */
let current: string | null = null;

export const sellingProofHere = (): string | null => current;

export async function loadProof(): Promise<void> {
  current = (await device.read<string>('kept', key)) ?? null;
}

/** Encrypted, and gone with what else this user leaves: the sealed sales have it. */
export async function keepProof(proof: string): Promise<void> {
  current = proof;
  await device.write({ store: 'kept', key, value: proof });
}
