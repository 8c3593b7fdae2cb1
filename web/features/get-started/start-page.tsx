import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import type { GetStarted } from '#domain/get-started/get-started.contract';
import {
  firstSaleSteps,
  nextOpenStep,
  type SetUpStep,
  setUpProgress,
  stepMinutes,
} from '#domain/get-started/set-up-steps';
import { countOf } from '#domain/kernel/count-of';
import { guideStep } from '../../platform/guide-step';
import { useCanOpen } from '../../platform/may-open';
import { toast } from '../../platform/notices';
import { asText } from '../../platform/page-path';
import { usePageTitle } from '../../platform/page-title';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { TextLink } from '../../ui/links';
import { LoadFailure } from '../../ui/load-failure';
import { PageHeader } from '../../ui/page-header';
import './get-started.css';
import { guideNow } from './get-started.queries';
import { sampleNow } from './get-started-details.queries';
import { NextLink } from './next-link';
import { ProgressBar } from './progress-bar';
import { SampleCard, SecondCopyCard } from './sample-card';
import { stepWords, timeLeft } from './step-words';
import { useSaveGuide } from './use-save-guide';

/** The steps of setting up a business, with what is done. Each can be skipped; the whole can be dismissed. */
export function StartPage() {
  usePageTitle('Get started');
  useEffect(() => guideStep.set(null), []);
  const page = useQuery(guideNow);
  // Its card is among the others, and would push them down if it came later.
  const { isLoading } = useQuery(sampleNow);
  return (
    <div className="guide">
      <PageHeader title="Get started" />
      {page.data && !isLoading ? (
        <Guide guide={page.data} />
      ) : page.isError ? (
        <LoadFailure page={page} />
      ) : (
        <Skeleton height={420} />
      )}
    </div>
  );
}

function Guide({ guide }: { guide: GetStarted }) {
  const { settled, total, minutesLeft } = setUpProgress(guide.steps);
  const next = nextOpenStep(guide.steps, null);
  return (
    <>
      <Card>
        <div className="guide-card">
          <div>
            <p>
              {next === null
                ? 'Everything is set up. You can change all of it under Settings at any time.'
                : 'Work through these steps in any order, and stop whenever you like. A step is done once its details are entered, here or anywhere else.'}
            </p>
            <ProgressBar settled={settled} total={total} detail={timeLeft(minutesLeft)} />
          </div>
          <NextLink after={null} />
        </div>
      </Card>
      <SampleCard />
      <Steps title="To your first sale" guide={guide} isPart={id => firstSaleSteps.includes(id)} />
      <Steps title="To run your business" guide={guide} isPart={id => !firstSaleSteps.includes(id)} />
      <SecondCopyCard />
      <Dismiss guide={guide} />
    </>
  );
}

type StepsProps = { title: string; guide: GetStarted; isPart: (step: SetUpStep) => boolean };

const Steps = ({ title, guide, isPart }: StepsProps) => (
  <Card title={title} flush>
    <ol className="guide-steps">
      {guide.steps
        .filter(({ id }) => isPart(id))
        .map(({ id, state }) => (
          <Step key={id} id={id} state={state} guide={guide} />
        ))}
    </ol>
  </Card>
);

const leaveFor = (step: SetUpStep) => () => guideStep.set(step);

type StepProps = GetStarted['steps'][number] & { guide: GetStarted };

function Step({ id, state, guide }: StepProps) {
  const { title, about, address, found } = stepWords[id];
  const canOpen = useCanOpen()(address);
  const { busy, skip, takeUp } = useSaveGuide(guide);
  const detail = state === 'done' || id === 'opening' || id === 'trade' ? found(guide.found) : null;
  return (
    <li className="guide-step" data-state={state}>
      <span className="guide-mark" aria-hidden>
        {state === 'done' && <CircleCheck size={20} />}
      </span>
      <div className="guide-step-words">
        {canOpen ? (
          <TextLink to={asText(address)} fw={600} onClick={leaveFor(id)}>
            {title}
          </TextLink>
        ) : (
          <b>{title}</b>
        )}
        <p>{about}</p>
        {detail !== null && <p className="guide-found">{detail}</p>}
        {!canOpen && <p className="guide-found">Ask a user with permission to do this step.</p>}
      </div>
      <div className="guide-step-state">
        {state === 'done' ? (
          <Badge tone="success">Done</Badge>
        ) : state === 'skipped' ? (
          <>
            <Badge tone="secondary">Skipped</Badge>
            <Button
              size="xs"
              variant="default"
              disabled={busy}
              onClick={() => void takeUp(id)}
              aria-label={`Undo skipping: ${title}`}
            >
              Undo
            </Button>
          </>
        ) : (
          <>
            <span className="guide-minutes figures">{countOf(stepMinutes[id], 'minute')}</span>
            <Button
              size="xs"
              variant="default"
              disabled={busy}
              onClick={() => void skip(id)}
              aria-label={`Skip: ${title}`}
            >
              Skip
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

function Dismiss({ guide }: { guide: GetStarted }) {
  const navigate = useNavigate();
  const { busy, hide, bringBack } = useSaveGuide(guide);
  const dismiss = async () => {
    if (!(await hide())) return;
    toast.success('Dismissed. Bring it back under Settings > Get started.');
    void navigate({ to: '/dashboard' });
  };
  return guide.is_hidden ? (
    <p className="guide-foot">
      This guide is dismissed, so it is not in the menu.{' '}
      <Button size="xs" variant="default" disabled={busy} onClick={() => void bringBack()}>
        Show it in the menu again
      </Button>
    </p>
  ) : (
    <p className="guide-foot">
      Do not need this?{' '}
      <Button size="xs" variant="default" disabled={busy} onClick={() => void dismiss()}>
        Dismiss the guide
      </Button>
    </p>
  );
}
