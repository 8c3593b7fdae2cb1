import { activitySentence } from '#domain/audit/activity-words';
import type { ReplyOf } from '#domain/kernel/call';
import { formatMoment } from '#domain/kernel/dates';
import type { dashboard } from '#domain/dashboard/dashboard.contract';
import { Card } from '../../ui/card';

type Activity = NonNullable<ReplyOf<typeof dashboard.show>['activity']>;

/** Recent activity: of everyone with permission to see the audit log, otherwise the user's own. */
export const ActivityCard = ({ activity }: { activity: Activity }) => (
  <Card title="Recent activity" flush>
    {activity.length === 0 ? (
      <p className="dashboard-empty">Your activity in Counterfoil appears here.</p>
    ) : (
      <ol className="dashboard-list">
        {activity.map(entry => (
          <li key={entry.id}>
            <span>
              <strong>{entry.actor}</strong> {activitySentence(entry)}
            </span>
            <time className="figures" dateTime={entry.at.toISOString()}>
              {formatMoment(entry.at)}
            </time>
          </li>
        ))}
      </ol>
    )}
  </Card>
);
