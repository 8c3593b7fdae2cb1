import * as z from 'zod';

export const paymentStatus = z.enum(['pending', 'completed', 'failed', 'cancelled']);
export type PaymentStatus = z.infer<typeof paymentStatus>;

export const paymentMethod = z.enum(['cash', 'bank_transfer', 'cheque', 'credit_card', 'upi', 'other']);
export type PaymentMethod = z.infer<typeof paymentMethod>;
