import { type Secrets, SecretUnreadable } from '../../platform/secrets';

const placeOf = (deviceId: string): string => `sales of till device ${deviceId}`;

/**
 * Proof that a user who may sell checked in on a device. The till seals it with each sale, where only the server can read
 * it: so it proves that the sale was made there, whoever hands it over, and no one learns it by handing over (decision 225).
 */
export const sellingProof = (secrets: Secrets, userId: number, deviceId: string): string =>
  secrets.seal(String(userId), placeOf(deviceId));

/** Whether this server gave the proof to a user who may sell, on this device. */
export function isSellingProof(secrets: Secrets, proof: string, deviceId: string): boolean {
  try {
    return /^\d+$/.test(secrets.unseal(proof, placeOf(deviceId)));
  } catch (error) {
    if (error instanceof SecretUnreadable) return false;
    throw error;
  }
}
