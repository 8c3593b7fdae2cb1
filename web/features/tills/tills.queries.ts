import { maxPageSize } from '#domain/kernel/list-query';
import { tillDevices } from '#domain/pos/till-device.contract';
import { saleExceptions } from '#domain/sales/sale-exceptions.contract';
import { cashiers } from '#domain/tills/cashier.contract';
import { sessionTotals } from '#domain/tills/session-totals.contract';
import { registers, tillCash, tillEvents, tills } from '#domain/tills/till.contract';
import { contractQuery, pageQuery, recordList, recordQuery, totalsQuery } from '../../platform/queries';

export const sessionPage = pageQuery(tills.list);
export const totalsOfSessions = totalsQuery(sessionTotals);
export const sessionList = recordList(tills.list, id => `/sales/tills/${id}`);
export const sessionById = recordQuery(tills.get);
export const zReportOf = (id: number) =>
  contractQuery(tills.zReport, { params: { id }, shownInPlace: false });
export const tillsNow = contractQuery(tills.now, { shownInPlace: false });
export const cashAccounts = contractQuery(tills.cashAccounts, { shownInPlace: false });

export const registerPage = pageQuery(registers.list);
export const devicePage = pageQuery(tillDevices.list);
export const exceptionPage = pageQuery(saleExceptions.list);
export const exceptionTotals = totalsQuery(saleExceptions.totals);
export const cashierList = contractQuery(cashiers.list);

const newest = { sort_by: 'id', sort_order: 'desc', per_page: String(maxPageSize) };

/** The manual movements and events of a session, newest first. */
export const cashOfSession = (id: number) =>
  contractQuery(tillCash.list, { params: { id }, query: newest, shownInPlace: false });
export const eventsOfSession = (id: number) =>
  contractQuery(tillEvents.list, { params: { id }, query: newest, shownInPlace: false });
