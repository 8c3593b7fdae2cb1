import { useQuery } from '@tanstack/react-query';
import { nextOpenStep, type SetUpStep } from '#domain/get-started/set-up-steps';
import { guideStep } from '../../platform/guide-step';
import { useCanOpen } from '../../platform/may-open';
import { asText } from '../../platform/page-path';
import { LinkButton } from '../../ui/links';
import { guideNow } from './get-started.queries';
import { stepWords } from './step-words';

/**
 * Leads on to the next open step, so that the list need not be opened in between. The primary action of the list, whose
 * `after` is null, and of a step that is done.
 */
export function NextLink({ after, size = 'sm' }: { after: SetUpStep | null; size?: 'xs' | 'sm' }) {
  const { data } = useQuery(guideNow);
  const canOpen = useCanOpen();
  const next = data ? nextOpenStep(data.steps, after) : null;
  if (!data || next === null || !canOpen(stepWords[next].address)) return null;
  const isOpen = data.steps.some(({ id, state }) => id === after && state !== 'done');
  return (
    <LinkButton
      to={asText(stepWords[next].address)}
      size={size}
      variant={isOpen ? 'default' : 'filled'}
      onClick={() => guideStep.set(next)}
    >
      {`Next: ${stepWords[next].title}`}
    </LinkButton>
  );
}
