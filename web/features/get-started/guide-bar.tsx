import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CircleCheck, X } from 'lucide-react';
import { type SetUpStep, setUpStep } from '#domain/get-started/set-up-steps';
import { guideStep } from '../../platform/guide-step';
import { usePathname } from '../../platform/pathname';
import { LinkButton } from '../../ui/links';
import { guideNow, useMayReadGuide } from './get-started.queries';
import { NextLink } from './next-link';
import { stepWords } from './step-words';
import './get-started.css';

const refreshMs = 3000;

/** Above the page of a step, the way back to the guide. The till has the screen to itself. */
export function GuideBar({ step }: { step: SetUpStep }) {
  const pathname = usePathname();
  const mayRead = useMayReadGuide();
  const isAway = mayRead && !pathname.startsWith('/start') && pathname !== '/sales/pos';
  const { data } = useQuery({ ...guideNow, enabled: isAway, refetchInterval: refreshMs });
  if (!isAway) return null;
  const isDone = data?.steps.some(({ id, state }) => id === step && state === 'done') === true;
  return (
    <aside className="guide-bar no-print" aria-label="Get started">
      <span role="status">
        {isDone && <CircleCheck size={18} aria-hidden className="guide-tick" />}
        <span>
          Step {setUpStep.options.indexOf(step) + 1} of {setUpStep.options.length}:{' '}
          <b>{stepWords[step].title}</b>
          {isDone && '. Done.'}
        </span>
      </span>
      <LinkButton to="/start" size="xs" variant="default" leftSection={<ArrowLeft size={14} />}>
        Back to Get started
      </LinkButton>
      {isDone && <NextLink after={step} size="xs" />}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Hide this bar"
        onClick={() => guideStep.set(null)}
      >
        <X size={16} />
      </ActionIcon>
    </aside>
  );
}
