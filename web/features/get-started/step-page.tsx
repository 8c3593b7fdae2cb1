import { Alert } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ComponentType, useEffect } from 'react';
import { type SetUpStep, setUpStep, type stepsWithPage } from '#domain/get-started/set-up-steps';
import { guideStep } from '../../platform/guide-step';
import { usePageTitle } from '../../platform/page-title';
import { TextLink } from '../../ui/links';
import { PageHeader } from '../../ui/page-header';
import { ShownTogether } from '../../ui/shown-together';
import './get-started.css';
import { NextLink } from './next-link';
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
      <PageHeader title={title} actions={Page && step && <NextLink after={step} />} />
      {Page && step ? (
        <>
          <p className="guide-about">{stepWords[step].about}</p>
          <ShownTogether key={step}>
            <Page />
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
