import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ComponentType, useEffect } from 'react';
import {
  nextOpenStep,
  type SetUpStep,
  setUpStep,
  type stepsWithPage,
} from '#domain/get-started/set-up-steps';
import { guideStep } from '../../platform/guide-step';
import { useCanOpen } from '../../platform/may-open';
import { asText } from '../../platform/page-path';
import { usePageTitle } from '../../platform/page-title';
import { LinkButton, TextLink } from '../../ui/links';
import { PageHeader } from '../../ui/page-header';
import { ShownTogether } from '../../ui/shown-together';
import './get-started.css';
import { guideNow } from './get-started.queries';
import { OpeningStep } from './opening-step';
import { PeopleStep } from './people-step';
import { ProductsStep } from './products-step';
import { stepWords } from './step-words';
import { TillStep } from './till-step';
import { TradeStep } from './trade-step';

const pages: Readonly<Partial<Record<SetUpStep, ComponentType>>> = {
  trade: TradeStep,
  products: ProductsStep,
  opening: OpeningStep,
  people: PeopleStep,
  till: TillStep,
} satisfies Readonly<Record<(typeof stepsWithPage)[number], ComponentType>>;

export function StepPage() {
  const { step: wanted } = useParams({ strict: false }) as { step?: string };
  const step = setUpStep.safeParse(wanted).data;
  const Page = step && pages[step];
  const title = step ? stepWords[step].title : 'Get started';
  usePageTitle(title);
  useEffect(() => guideStep.set(step ?? null), [step]);
  return (
    <div className="guide">
      <p className="guide-back">
        <TextLink to="/start">
          <ArrowLeft size={14} aria-hidden /> Get started
        </TextLink>
      </p>
      <PageHeader title={title} />
      {Page && step ? (
        <>
          <p className="guide-about">{stepWords[step].about}</p>
          <ShownTogether key={step}>
            <Page />
            <NextLink after={step} />
          </ShownTogether>
        </>
      ) : (
        <Alert role="alert" color="red" variant="light">
          This step does not exist. Choose one from the list.
        </Alert>
      )}
    </div>
  );
}

/** Leads on to the next open step, so that the list need not be opened in between. */
function NextLink({ after }: { after: SetUpStep }) {
  const { data } = useQuery(guideNow);
  const canOpen = useCanOpen();
  const next = data ? nextOpenStep(data.steps, after) : null;
  if (next === null || !canOpen(stepWords[next].address)) return null;
  return (
    <p className="guide-foot">
      <LinkButton to={asText(stepWords[next].address)} variant="default" onClick={() => guideStep.set(next)}>
        {`Next: ${stepWords[next].title}`}
      </LinkButton>
    </p>
  );
}
