import * as z from 'zod';
import { type MergeFields } from '../emails/merge-fields';
import { type Access } from '../kernel/access';
/** The maximum number of records in one bulk email. */
export declare const maxBulkEmails = 2000;
/** As many a minute as one user may send one by one, so that the mail server does not refuse the rest. */
export declare const bulkEmailsPerMinute = 60;
/** A record emailed within these days counts as emailed recently. */
export declare const recentDays = 7;
/** What can be emailed in bulk. */
export declare const bulkEmailKindNames: {
    readonly invoices: "Invoices";
    readonly statements: "Customer statements";
    readonly quotes: "Quotes";
};
export type BulkEmailKind = keyof typeof bulkEmailKindNames;
/** One of each kind, in lower case. */
export declare const bulkEmailItemNames: Readonly<Record<BulkEmailKind, string>>;
export declare const bulkEmailState: z.ZodEnum<{
    done: "done";
    running: "running";
    stopped: "stopped";
}>;
export type BulkEmailState = z.infer<typeof bulkEmailState>;
export declare const bulkEmailStateNames: Readonly<Record<BulkEmailState, string>>;
/** What became of a record. An email in the outbox has a state of its own. */
export declare const bulkEmailOutcome: z.ZodEnum<{
    pending: "pending";
    queued: "queued";
    left_out: "left_out";
}>;
export type BulkEmailOutcome = z.infer<typeof bulkEmailOutcome>;
export declare const bulkEmailOutcomeNames: Readonly<Record<BulkEmailOutcome, string>>;
declare const preview: z.ZodObject<{
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
}, z.core.$strip>;
export type BulkEmailPreview = z.output<typeof preview>;
declare const bulkEmail: z.ZodObject<{
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
}, z.core.$strip>;
export type BulkEmailRow = z.output<typeof bulkEmail>;
declare const bulkEmailDetail: z.ZodObject<{
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
}, z.core.$strip>;
export type BulkEmailDetail = z.output<typeof bulkEmailDetail>;
declare const record: z.ZodObject<{
    record_id: z.ZodInt;
    name: z.ZodNullable<z.ZodString>;
    recipient: z.ZodNullable<z.ZodString>;
    outcome: z.ZodEnum<{
        pending: "pending";
        queued: "queued";
        left_out: "left_out";
    }>;
    reason: z.ZodNullable<z.ZodString>;
    delivery: z.ZodNullable<z.ZodString>;
}, z.core.$strip>;
export type BulkEmailRecord = z.output<typeof record>;
/** Whether to leave out what was emailed in the last days. */
export declare const skipRecent: z.ZodDefault<z.ZodBoolean>;
type AnyOptions = z.ZodType<{
    readonly skip_recent: boolean;
}>;
type Terms<Options extends AnyOptions> = {
    /** In lower case: invoices. */
    many: string;
    /** That of the list and of emailing one record. */
    access: Access;
    options: Options;
    /** The placeholders of subject and message. */
    fields: MergeFields;
};
/** The two calls that email all records that the filter of a list finds, each to its own address. */
export declare function bulkEmailCalls<const Path extends string, Query extends z.ZodType, Options extends AnyOptions>(path: Path, filter: Query, { many, access, options, fields }: Terms<Options>): {
    fields: Readonly<Record<string, string>>;
    preview: import("../kernel/call").Call<`${Path}/preview`, z.ZodObject<{}, z.core.$strict>, z.ZodObject<{
        filter: Query;
        options: Options;
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
    start: import("../kernel/call").Call<Path, z.ZodObject<{}, z.core.$strict>, z.ZodObject<{
        filter: Query;
        options: Options;
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
export declare const bulkEmails: {
    get: import("../kernel/call").Call<"/bulk-emails/{id}", z.ZodObject<{}, z.core.$strict>, z.ZodObject<{}, z.core.$strict>, z.ZodObject<{
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
    records: import("../kernel/call").Call<"/bulk-emails/{id}/records", z.ZodObject<{
        outcome: z.ZodOptional<z.ZodEnum<{
            pending: "pending";
            queued: "queued";
            left_out: "left_out";
        }>>;
        page: z.ZodPipe<z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>>, z.ZodTransform<number, number | undefined>>;
        per_page: z.ZodPipe<z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>>, z.ZodTransform<number, number | undefined>>;
    }, z.core.$strict>, z.ZodObject<{}, z.core.$strict>, z.ZodObject<{
        data: z.ZodArray<z.ZodObject<{
            record_id: z.ZodInt;
            name: z.ZodNullable<z.ZodString>;
            recipient: z.ZodNullable<z.ZodString>;
            outcome: z.ZodEnum<{
                pending: "pending";
                queued: "queued";
                left_out: "left_out";
            }>;
            reason: z.ZodNullable<z.ZodString>;
            delivery: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>>;
        current_page: z.ZodInt;
        last_page: z.ZodInt;
        total: z.ZodInt;
    }, z.core.$strip>>;
    stop: import("../kernel/call").Call<"/bulk-emails/{id}/stop", z.ZodObject<{}, z.core.$strict>, z.ZodObject<{}, z.core.$strict>, z.ZodObject<{
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
    list: {
        listing: import("../kernel/list-query").Listing<"created_at", {
            kind: z.ZodEnum<{
                invoices: "invoices";
                statements: "statements";
                quotes: "quotes";
            }>;
            state: z.ZodEnum<{
                done: "done";
                running: "running";
                stopped: "stopped";
            }>;
        }>;
        method: import("../kernel/call").Method;
        path: "/bulk-emails";
        summary: string;
        access: Access;
        query: z.ZodType<import("../kernel/list-query").ListQuery<"created_at", {
            kind: z.ZodEnum<{
                invoices: "invoices";
                statements: "statements";
                quotes: "quotes";
            }>;
            state: z.ZodEnum<{
                done: "done";
                running: "running";
                stopped: "stopped";
            }>;
        }>, Readonly<Record<string, string | undefined>>, z.core.$ZodTypeInternals<import("../kernel/list-query").ListQuery<"created_at", {
            kind: z.ZodEnum<{
                invoices: "invoices";
                statements: "statements";
                quotes: "quotes";
            }>;
            state: z.ZodEnum<{
                done: "done";
                running: "running";
                stopped: "stopped";
            }>;
        }>, Readonly<Record<string, string | undefined>>>>;
        body: z.ZodObject<{}, z.core.$strict>;
        reply: z.ZodObject<{
            data: z.ZodArray<z.ZodObject<{
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
            }, z.core.$strip>>;
            current_page: z.ZodInt;
            last_page: z.ZodInt;
            total: z.ZodInt;
        }, z.core.$strip>;
        bodyKind: "json" | "multipart";
        replyKind: "json" | "file" | "stream";
        form?: import("../kernel/call").Form;
        audit: "required" | "none";
        forCashiers?: boolean;
        closedToTokens?: boolean;
        perMinute?: number;
    };
    export: import("../kernel/call").Call<"/bulk-emails/export", z.ZodType<import("../kernel/list-query").ExportQuery<"created_at", {
        kind: z.ZodEnum<{
            invoices: "invoices";
            statements: "statements";
            quotes: "quotes";
        }>;
        state: z.ZodEnum<{
            done: "done";
            running: "running";
            stopped: "stopped";
        }>;
    }>, Readonly<Record<string, string | undefined>>, z.core.$ZodTypeInternals<import("../kernel/list-query").ExportQuery<"created_at", {
        kind: z.ZodEnum<{
            invoices: "invoices";
            statements: "statements";
            quotes: "quotes";
        }>;
        state: z.ZodEnum<{
            done: "done";
            running: "running";
            stopped: "stopped";
        }>;
    }>, Readonly<Record<string, string | undefined>>>>, z.ZodObject<{}, z.core.$strict>, z.ZodUnknown>;
};
export type AnyBulkEmailCalls = ReturnType<typeof bulkEmailCalls<string, z.ZodType, AnyOptions>>;
export {};
