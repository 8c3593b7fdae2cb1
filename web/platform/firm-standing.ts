import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CalendarDate } from '#domain/kernel/dates';
import { isRegisteredOn } from '#domain/kernel/vat-registration';
import { type FirmStanding, firmStanding } from '#domain/settings/firm-standing.contract';
import { contractQuery } from './queries';

export const standingOfFirm = queryOptions({ ...contractQuery(firmStanding), staleTime: 60_000 });

/** The details the company has still to enter; undefined until loaded. */
export const useFirmStanding = (): FirmStanding | undefined => useQuery(standingOfFirm).data;

/** Whether VAT applies on a date (rule V2); assumed until loaded. */
export function useIsVatRegistered(day: CalendarDate): boolean {
  const standing = useFirmStanding();
  return standing === undefined || isRegisteredOn(standing.registration, day);
}
