import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CalendarDate } from '#domain/kernel/dates';
import { isRegisteredOn } from '#domain/kernel/vat-registration';
import { type CompanyStatus, companyStatus } from '#domain/settings/company-status.contract';
import { contractQuery } from './queries';

export const companyStatusQuery = queryOptions({ ...contractQuery(companyStatus), staleTime: 60_000 });

/** The details the company has still to enter; undefined until loaded. */
export const useCompanyStatus = (): CompanyStatus | undefined => useQuery(companyStatusQuery).data;

/** Whether it is not known yet what is missing. */
export const useIsCompanyStatusLoading = (): boolean => useQuery(companyStatusQuery).isLoading;

/** Whether VAT applies on a date (rule V2); assumed until loaded. */
export function useIsVatRegistered(day: CalendarDate): boolean {
  const status = useCompanyStatus();
  return status === undefined || isRegisteredOn(status.registration, day);
}
