import * as z from 'zod';
/** The placeholders of the email of a sale. */
export declare const saleMailFields: {
    readonly document: "“invoice” or “receipt”";
    readonly number: "The number of the invoice";
    readonly customer: "The customer’s name";
    readonly date: "The date of the sale";
    readonly total: "The total, including VAT";
    readonly balance: "The balance due";
    readonly company: "Your company name";
};
export type SaleMailValues = Readonly<Record<keyof typeof saleMailFields, string>>;
/** The texts of the email, unless others are entered. */
export declare const saleMailTemplate: {
    subject: string;
    message: string;
};
/** Emails many sales, each to its customer. */
export declare const saleBulkEmail: {
    fields: Readonly<Record<string, string>>;
    preview: import("../kernel/call").Call<"/sales/bulk-email/preview", z.ZodObject<{}, z.core.$strict>, z.ZodObject<{
        filter: z.ZodType<import("../kernel/list-query").ListQuery<"number" | "gross" | "business_date" | "due_on", {
            status: z.ZodPipe<z.ZodString, z.ZodTransform<("cancelled" | "completed" | "partially_refunded" | "refunded" | "undone")[], string>>;
            payment_state: z.ZodPipe<z.ZodString, z.ZodTransform<("overdue" | "paid" | "part_paid" | "unpaid")[], string>>;
            channel: z.ZodPipe<z.ZodString, z.ZodTransform<("till" | "desk" | "import")[], string>>;
            customer_id: z.ZodPipe<z.ZodString, z.ZodTransform<number[], string>>;
            session_id: z.ZodString;
            product_id: z.ZodPipe<z.ZodString, z.ZodTransform<number[], string>>;
            from: z.ZodISODate;
            to: z.ZodISODate;
        }>, Readonly<Record<string, string | undefined>>, z.core.$ZodTypeInternals<import("../kernel/list-query").ListQuery<"number" | "gross" | "business_date" | "due_on", {
            status: z.ZodPipe<z.ZodString, z.ZodTransform<("cancelled" | "completed" | "partially_refunded" | "refunded" | "undone")[], string>>;
            payment_state: z.ZodPipe<z.ZodString, z.ZodTransform<("overdue" | "paid" | "part_paid" | "unpaid")[], string>>;
            channel: z.ZodPipe<z.ZodString, z.ZodTransform<("till" | "desk" | "import")[], string>>;
            customer_id: z.ZodPipe<z.ZodString, z.ZodTransform<number[], string>>;
            session_id: z.ZodString;
            product_id: z.ZodPipe<z.ZodString, z.ZodTransform<number[], string>>;
            from: z.ZodISODate;
            to: z.ZodISODate;
        }>, Readonly<Record<string, string | undefined>>>>;
        options: z.ZodObject<{
            skip_recent: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strict>;
    }, z.core.$strict>, z.ZodObject<{
        count: z.ZodInt;
        hash: z.ZodString;
        sending: z.ZodInt;
        left_out: z.ZodArray<z.ZodObject<{
            reason: z.ZodString;
            count: z.ZodInt;
            records: z.ZodArray<z.ZodObject<{
                id: z.ZodInt;
                name: z.ZodString;
                recipient: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
        recipients: z.ZodArray<z.ZodObject<{
            id: z.ZodInt;
            name: z.ZodString;
            recipient: z.ZodString;
            email: z.ZodString;
            last_sent_at: z.ZodNullable<z.ZodCodec<z.ZodISODateTime, z.ZodDate>>;
        }, z.core.$strip>>;
        recent: z.ZodInt;
        last_sent_at: z.ZodNullable<z.ZodCodec<z.ZodISODateTime, z.ZodDate>>;
        template: z.ZodObject<{
            subject: z.ZodString;
            message: z.ZodString;
        }, z.core.$strip>;
        example: z.ZodNullable<z.ZodObject<{
            email: z.ZodString;
            values: z.ZodRecord<z.ZodString, z.ZodString>;
            rest: z.ZodString;
            file_name: z.ZodString;
        }, z.core.$strip>>;
        problem: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>>;
    start: import("../kernel/call").Call<"/sales/bulk-email", z.ZodObject<{}, z.core.$strict>, z.ZodObject<{
        filter: z.ZodType<import("../kernel/list-query").ListQuery<"number" | "gross" | "business_date" | "due_on", {
            status: z.ZodPipe<z.ZodString, z.ZodTransform<("cancelled" | "completed" | "partially_refunded" | "refunded" | "undone")[], string>>;
            payment_state: z.ZodPipe<z.ZodString, z.ZodTransform<("overdue" | "paid" | "part_paid" | "unpaid")[], string>>;
            channel: z.ZodPipe<z.ZodString, z.ZodTransform<("till" | "desk" | "import")[], string>>;
            customer_id: z.ZodPipe<z.ZodString, z.ZodTransform<number[], string>>;
            session_id: z.ZodString;
            product_id: z.ZodPipe<z.ZodString, z.ZodTransform<number[], string>>;
            from: z.ZodISODate;
            to: z.ZodISODate;
        }>, Readonly<Record<string, string | undefined>>, z.core.$ZodTypeInternals<import("../kernel/list-query").ListQuery<"number" | "gross" | "business_date" | "due_on", {
            status: z.ZodPipe<z.ZodString, z.ZodTransform<("cancelled" | "completed" | "partially_refunded" | "refunded" | "undone")[], string>>;
            payment_state: z.ZodPipe<z.ZodString, z.ZodTransform<("overdue" | "paid" | "part_paid" | "unpaid")[], string>>;
            channel: z.ZodPipe<z.ZodString, z.ZodTransform<("till" | "desk" | "import")[], string>>;
            customer_id: z.ZodPipe<z.ZodString, z.ZodTransform<number[], string>>;
            session_id: z.ZodString;
            product_id: z.ZodPipe<z.ZodString, z.ZodTransform<number[], string>>;
            from: z.ZodISODate;
            to: z.ZodISODate;
        }>, Readonly<Record<string, string | undefined>>>>;
        options: z.ZodObject<{
            skip_recent: z.ZodDefault<z.ZodBoolean>;
        }, z.core.$strict>;
        subject: z.ZodString;
        message: z.ZodString;
        hash: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodInt;
        kind: z.ZodEnum<{
            invoices: "invoices";
            statements: "statements";
            quotes: "quotes";
        }>;
        subject: z.ZodString;
        state: z.ZodEnum<{
            done: "done";
            running: "running";
            stopped: "stopped";
        }>;
        row_count: z.ZodInt;
        queued_count: z.ZodInt;
        left_out_count: z.ZodInt;
        sent_count: z.ZodInt;
        failed_count: z.ZodInt;
        problem: z.ZodNullable<z.ZodString>;
        created_by: z.ZodString;
        created_at: z.ZodCodec<z.ZodISODateTime, z.ZodDate>;
        finished_at: z.ZodNullable<z.ZodCodec<z.ZodISODateTime, z.ZodDate>>;
        message: z.ZodString;
    }, z.core.$strip>>;
};
