import type { RuleResult } from '../kernel/rule-result';
import { no, yes } from '../kernel/rule-result';
import { type Consent, maxNotesLength, maxTags } from './customer-fields';

/** The parts of a customer that a merge needs. */
export type Mergeable = {
  readonly number: string;
  readonly name: string;
  readonly kind: 'person' | 'company';
  readonly contact_person: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly billing_address: string | null;
  readonly billing_postcode: string | null;
  readonly country: string;
  readonly delivery_address: string | null;
  readonly delivery_postcode: string | null;
  readonly delivery_country: string | null;
  readonly vat_number: string | null;
  readonly tax_number: string | null;
  readonly consent: Consent;
  readonly consent_at: Date | null;
  readonly consent_by: string | null;
  readonly tags: readonly string[];
  readonly notes: string | null;
};

export type Merged = Omit<Mergeable, 'number' | 'name' | 'kind'>;

/**
 * The kept customer after a merge. Blank fields are filled from the other one; an address moves as a whole,
 * with its postcode and delivery address. Terms and credit stay, because they were granted to the kept
 * customer. The latest consent counts, and a refusal if both have the same time.
 */
export function mergedCustomer(kept: Mergeable, other: Mergeable): Merged {
  const hasAddress = kept.billing_address ?? kept.billing_postcode ?? kept.delivery_address;
  const address = hasAddress === null ? other : kept;
  const consent = laterConsent(kept, other) ? other : kept;
  return {
    contact_person: kept.contact_person ?? (kept.kind === 'company' ? other.contact_person : null),
    email: kept.email ?? other.email,
    phone: kept.phone ?? other.phone,
    billing_address: address.billing_address,
    billing_postcode: address.billing_postcode,
    country: address.country,
    delivery_address: address.delivery_address,
    delivery_postcode: address.delivery_postcode,
    delivery_country: address.delivery_country,
    vat_number: kept.vat_number ?? other.vat_number,
    tax_number: kept.tax_number ?? other.tax_number,
    consent: consent.consent,
    consent_at: consent.consent_at,
    consent_by: consent.consent_by,
    tags: [...new Set([...kept.tags, ...other.tags])].sort(),
    notes: joinedNotes(kept, other),
  };
}

function laterConsent(kept: Mergeable, other: Mergeable): boolean {
  if (other.consent_at === null) return false;
  if (kept.consent_at === null || other.consent_at > kept.consent_at) return true;
  return other.consent_at.getTime() === kept.consent_at.getTime() && other.consent === 'withdrawn';
}

function joinedNotes(kept: Mergeable, other: Mergeable): string | null {
  if (other.notes === null || other.notes === kept.notes) return kept.notes;
  const theirs = `From ${other.number} ${other.name}:\n${other.notes}`;
  return kept.notes === null ? theirs : `${kept.notes}\n\n${theirs}`;
}

/** Whether the result of a merge still fits the limits of the form. */
export function fitsLimits({ tags, notes }: Merged): RuleResult {
  if (tags.length > maxTags) return no(`Together they have more than ${maxTags} tags. Remove some first.`);
  if (notes !== null && notes.length > maxNotesLength)
    return no(`Their notes together are longer than ${maxNotesLength} characters. Shorten them first.`);
  return yes;
}
