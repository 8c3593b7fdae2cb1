import { dashboard } from '#domain/dashboard/dashboard.contract';
import { hasAllPermissions, hasPermission } from '#domain/kernel/access';
import { read, type Route } from '../../platform/http/route';
import { countFailedEmails, latestActivity, supplierFigures } from './dashboard.queries';

/** Each part only for those who may see it elsewhere too. */
export const dashboardRoutes: Route[] = [
  read(dashboard.show, async ({ db, actor }) => {
    const [suppliers, failed_emails, activity] = await Promise.all([
      hasPermission(actor, 'view_supplier') ? supplierFigures(db) : null,
      hasAllPermissions(actor, ['create_email', 'view_supplier']) ? countFailedEmails(db) : null,
      latestActivity(db, hasPermission(actor, 'view_audit') ? null : actor.id),
    ]);
    return { suppliers, failed_emails, activity };
  }),
];
