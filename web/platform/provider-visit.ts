import { providerSignIn } from '#domain/session/provider.contract';
import { request } from './api';

/** What someone visits the sign-in provider for. */
export type VisitPurpose = 'sign_in' | 'confirm' | 'link';

/** What this window keeps while its user is at the provider. */
type Visit = { readonly key: string; readonly purpose: VisitPurpose; readonly from: string | null };

const storageKey = 'provider-visit';

const starts = {
  sign_in: providerSignIn.start,
  confirm: providerSignIn.startConfirmation,
  link: providerSignIn.startLink,
} as const;

/** Leaves for the provider. */
export async function leaveForProvider(purpose: VisitPurpose, from: string | null): Promise<void> {
  const { address, browser_key } = await request(starts[purpose], { shownInPlace: true });
  const visit: Visit = { key: browser_key, purpose, from };
  sessionStorage.setItem(storageKey, JSON.stringify(visit));
  location.assign(address);
}

/** The visit that this window has begun, once. */
export function takeVisit(): Visit | null {
  const kept = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return kept === null ? null : (JSON.parse(kept) as Visit);
}

/** Whether an address is one to which the provider has sent the browser back. */
export const isAnswer = (query: string): boolean => {
  const sent = new URLSearchParams(query);
  return sent.has('code') || sent.has('error') || sent.has('state');
};
