import type { Guard } from '#domain/kernel/access';
import { pageGuards } from '#domain/pages/page-guards';

export const guideGuard: Guard = pageGuards['/start'];
