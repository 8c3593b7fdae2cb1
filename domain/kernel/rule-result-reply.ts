import * as z from 'zod';

/** Whether an action is possible now, or why not: buttons show it, and the server refuses by the same rule. */
export const ruleResult = z.object({ allowed: z.boolean(), reason: z.string().optional() });
