import type { CalendarDate } from './dates';

/** Whether a business is registered for VAT, and from when to when. */
export type VatRegistration = {
  readonly is_registered: boolean;
  /** The first day; null if it has always been registered. */
  readonly registered_from: CalendarDate | null;
  /** The last day; null if it is still registered. */
  readonly registered_until: CalendarDate | null;
};

/**
 * Whether the business charges and recovers VAT on a day. On any other day it charges no VAT, and VAT
 * charged by suppliers is part of the cost (rule V2).
 */
export const isRegisteredOn = (registration: VatRegistration, day: CalendarDate): boolean =>
  registration.is_registered &&
  (registration.registered_from === null || registration.registered_from <= day) &&
  (registration.registered_until === null || day <= registration.registered_until);
