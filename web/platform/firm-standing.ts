import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CalendarDate } from '#domain/kernel/dates';
import { isRegisteredOn } from '#domain/kernel/vat-registration';
import { type FirmStanding, firmStanding } from '#domain/settings/firm-standing.contract';
import { contractQuery } from './queries';

export const standingOfFirm = queryOptions({ ...contractQuery(firmStanding), staleTime: 60_000 });

/** What the firm has yet to enter about itself; undefined until it is known. */
export const useFirmStanding = (): FirmStanding | undefined => useQuery(standingOfFirm).data;

/** Whether VAT is charged and recovered on a day (rule V2); while nothing is known yet, as if it were. */
export function useIsVatRegistered(day: CalendarDate): boolean {
  const standing = useFirmStanding();
  return standing === undefined || isRegisteredOn(standing.registration, day);
}
