import { accessCheckRoutes } from './features/access-check';
import { accountRoutes } from './features/accounts';
import { apiDocumentRoutes } from './features/api-document';
import { auditRoutes } from './features/audit';
import { type BackupPlace, backupRoutes } from './features/backups';
import { bookRoutes } from './features/books';
import { bulkChangeRoutes } from './features/bulk-changes';
import { bulkEmailRoutes } from './features/bulk-emails';
import { customerRoutes } from './features/customers';
import { dashboardRoutes } from './features/dashboard';
import { searchRoutes } from './features/search';
import { emailRoutes } from './features/emails';
import { employeeRoutes } from './features/employees';
import { expenseRoutes } from './features/expenses';
import { exportRoutes } from './features/exports';
import { getStartedRoutes } from './features/get-started';
import { healthRoutes } from './features/health';
import { importRoutes } from './features/imports';
import { draftRoutes, inboxRoutes, type MailboxNetwork } from './features/inbox';
import { journalRoutes } from './features/journals';
import { listViewRoutes } from './features/list-views';
import { liveRoutes } from './features/live';
import { masterRoutes } from './features/masters';
import { noteRoutes } from './features/notes';
import { notificationRoutes } from './features/notifications';
import { paymentRoutes } from './features/payments';
import { posRoutes } from './features/pos';
import { priceRoutes } from './features/prices';
import { productRoutes } from './features/products';
import { purchaseOrderRoutes } from './features/purchase-orders';
import { quoteRoutes } from './features/quotes';
import { reorderRoutes } from './features/reorder';
import { reportRoutes } from './features/reports';
import { savedReportRoutes } from './features/saved-reports';
import { saleRoutes } from './features/sales';
import { type CallerMemory, sessionRoutes } from './features/session';
import { settingRoutes } from './features/settings';
import { stockRoutes } from './features/stock';
import { stockCountRoutes } from './features/stock-counts';
import { supplierRoutes } from './features/suppliers';
import { systemRoutes } from './features/system';
import { tillRoutes } from './features/tills';
import { userRoutes } from './features/users';
import { vatAdjustmentRoutes } from './features/vat-adjustments';
import { vatReturnRoutes } from './features/vat-returns';
import { walletRoutes } from './features/wallet';
import { allInvariants } from './invariants';
import type { EmailState, Mailing } from './kernel/outbox';
import type { Providers } from './kernel/sign-in';
import type { Route } from './platform/http/route';
import type { LiveHub } from './platform/live/live-hub';
import type { Secrets } from './platform/secrets';

/** What some features need besides their transaction. */
export type FeatureServices = {
  readonly callers: CallerMemory;
  /** Live events for the browsers connected to this process. */
  readonly hub: LiveHub;
  /** Encrypts what must not be in the database in clear. */
  readonly secrets: Secrets;
  /** Which mail servers may be reached. */
  readonly mailNetwork: MailboxNetwork;
  readonly publicUrl: string;
  /** The connection to the sign-in provider. */
  readonly providers: Providers;
  /** Aborted when the process begins to shut down. */
  readonly leaving?: AbortSignal | undefined;
  readonly backupPlace: BackupPlace;
  /** The folder with the signed heads of the audit log. */
  readonly auditHeads?: string | undefined;
  /** How emails are sent, if they can be. */
  readonly mailing: Mailing;
  /** Waits for the first attempt of a message, ten seconds at most. */
  readonly awaitEmail: (emailId: number) => Promise<EmailState | undefined>;
};

/** Every feature's routes, by name, in order. */
export function allRoutes(services: FeatureServices): Route[] {
  const routes = [
    ...healthRoutes(services),
    ...sessionRoutes(services),
    ...userRoutes(services),
    ...masterRoutes,
    ...supplierRoutes,
    ...customerRoutes,
    ...productRoutes,
    ...priceRoutes,
    ...posRoutes(services),
    ...tillRoutes(services),
    ...saleRoutes(services),
    ...quoteRoutes(services),
    ...stockRoutes,
    ...stockCountRoutes,
    ...purchaseOrderRoutes(services),
    ...reorderRoutes,
    ...paymentRoutes,
    ...expenseRoutes,
    ...employeeRoutes(services),
    ...importRoutes,
    ...bulkChangeRoutes,
    ...bulkEmailRoutes(services),
    ...walletRoutes(services),
    ...accountRoutes,
    ...journalRoutes,
    ...bookRoutes(allInvariants),
    ...vatReturnRoutes,
    ...vatAdjustmentRoutes,
    ...reportRoutes,
    ...savedReportRoutes(services),
    ...emailRoutes(services),
    ...inboxRoutes(services),
    ...draftRoutes(services),
    ...settingRoutes(services),
    ...getStartedRoutes(services),
    ...backupRoutes(services),
    ...systemRoutes(services),
    ...dashboardRoutes,
    ...searchRoutes,
    ...noteRoutes,
    ...liveRoutes(services),
    ...notificationRoutes,
    ...auditRoutes(services),
  ];
  const listed = [...routes, ...listViewRoutes(routes), ...exportRoutes(routes)];
  const checked = [...listed, ...accessCheckRoutes(listed)];
  return [...checked, ...apiDocumentRoutes(checked)];
}
