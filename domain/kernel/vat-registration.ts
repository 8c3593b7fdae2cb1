import type { CalendarDate } from './dates';

/** Whether a firm is registered for VAT, and for which days. */
export type VatRegistration = {
  readonly is_registered: boolean;
  /** The first day; null when it has always been. */
  readonly registered_from: CalendarDate | null;
  /** The last day; null while it goes on. */
  readonly registered_until: CalendarDate | null;
};

/**
 * Whether the firm charges and recovers VAT on a day. On any other day no VAT is charged, and what suppliers charge is
 * part of what things cost (rule V2).
 */
export const isRegisteredOn = (registration: VatRegistration, day: CalendarDate): boolean =>
  registration.is_registered &&
  (registration.registered_from === null || registration.registered_from <= day) &&
  (registration.registered_until === null || day <= registration.registered_until);
