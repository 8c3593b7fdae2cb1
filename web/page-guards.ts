import type { Guard } from '#domain/kernel/access';
import { pageGuards } from '#domain/pages/page-guards';

/** A page for users with any of these permissions. */
export const needs = (...permissions: NonNullable<Guard['permissions']>): Guard => ({ permissions });

export const importGuard: Guard = pageGuards['/imports'];
export const tillGuard: Guard = pageGuards['/sales/tills'];
export const reportGuard: Guard = pageGuards['/reports/saved'];
export const deskGuard: Guard = pageGuards['/sales/pos-new'];
export const guideGuard: Guard = pageGuards['/start'];
export const quoteGuard: Guard = pageGuards['/sales/quotes'];
