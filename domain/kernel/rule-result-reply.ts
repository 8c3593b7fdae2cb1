import * as z from 'zod';

/** Whether something can be done now, and in words why not: for the button, by the very rule that the server refuses by. */
export const ruleResult = z.object({ allowed: z.boolean(), reason: z.string().optional() });
