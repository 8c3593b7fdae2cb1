import { setUpProgress } from '#domain/get-started/set-up-steps';
import { Card } from '../../ui/card';
import { LinkButton } from '../../ui/links';
import { useGuide } from './get-started.queries';
import { ProgressBar } from './progress-bar';
import { timeLeft } from './step-words';
import './get-started.css';

/** On the dashboard of a business that has not sold anything yet: the way into the guide. */
export function GuideCard() {
  const guide = useGuide();
  if (!guide || guide.found.sales > 0) return null;
  const { settled, total, minutesLeft } = setUpProgress(guide.steps);
  return (
    <Card title="Get started">
      <div className="guide-card">
        <div>
          <p>
            {guide.found.products === 0
              ? 'Your books are empty. A few short steps lead you to your first sale.'
              : 'A few short steps are left on the way to your first sale.'}
          </p>
          <ProgressBar settled={settled} total={total} detail={timeLeft(minutesLeft)} />
        </div>
        <LinkButton to="/start">{settled === 0 ? 'Start' : 'Continue'}</LinkButton>
      </div>
    </Card>
  );
}
