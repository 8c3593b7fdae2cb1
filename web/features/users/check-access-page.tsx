import { SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessSubjects } from '#domain/access-check/access-check.contract';
import { usePageTitle } from '../../platform/page-title';
import { Card } from '../../ui/card';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { LoadFailure } from '../../ui/load-failure';
import { PageHeader } from '../../ui/page-header';
import { AnswerForUser, AnswersForAll } from './access-answers';
import {
  type AccessQuestion,
  askedOf,
  inSentence,
  type Subject,
  subjectsOf,
  useAccessQuestion,
} from './access-question';
import './check-access.css';
import { ChoiceField } from './choice-field';
import { accessSubjects } from './users.queries';

/** Who can do something, or why a user cannot, answered by the checks that the server makes. */
export function CheckAccessPage() {
  usePageTitle('Check Access');
  const question = useAccessQuestion();
  const page = useQuery(accessSubjects);
  const isWhy = question.filters.ask === 'why';
  return (
    <>
      <PageHeader title="Check Access" detail="Who can do what, and why not" />
      <Card title="Question">
        <SegmentedControl
          aria-label="Question"
          value={isWhy ? 'why' : 'who'}
          onChange={ask => question.setFilter('ask', ask === 'why' ? 'why' : '')}
          data={[
            { value: 'who', label: 'Who can …?' },
            { value: 'why', label: 'Can this user …?' },
          ]}
        />
        {page.data ? (
          <QuestionFields question={question} subjects={page.data} isWhy={isWhy} />
        ) : page.isError ? (
          <LoadFailure page={page} />
        ) : (
          <Skeleton height={62} mt={12} />
        )}
      </Card>
      {page.data && <Answer question={question} subjects={page.data} isWhy={isWhy} />}
    </>
  );
}

type Props = { question: AccessQuestion; subjects: AccessSubjects; isWhy: boolean };

const subjectOf = (subjects: AccessSubjects, { action, path }: AccessQuestion['filters']) =>
  subjectsOf(subjects).find(({ kind, key }) => key === (kind === 'action' ? action : path));

function QuestionFields({ question, subjects, isWhy }: Props) {
  const { filters, setFilters } = question;
  const subject = subjectOf(subjects, filters);
  const items = subjectsOf(subjects).map(({ kind, key, label, group }) => ({
    key: `${kind} ${key}`,
    label,
    detail: group,
  }));
  const users = subjects.users.map(({ id, name, is_active: isActive }) => ({
    key: String(id),
    label: name,
    detail: isActive ? '' : 'Deactivated',
  }));
  return (
    <div className="access-question">
      {isWhy && (
        <ChoiceField
          label="User"
          placeholder="Choose a user"
          items={users}
          chosen={users.find(({ key }) => key === filters.user)}
          onChange={user => setFilters({ user: user ?? '' })}
          nothing="No users found. Try a shorter search."
        />
      )}
      <ChoiceField
        label="Action or page"
        placeholder="Type what it is about, such as refund"
        items={items}
        chosen={items.find(({ key }) => key === (subject && `${subject.kind} ${subject.key}`))}
        onChange={chosen => {
          const [kind = '', ...key] = (chosen ?? '').split(' ');
          const about = key.join(' ');
          setFilters({
            action: kind === 'action' ? about : '',
            path: kind === 'path' ? about : '',
            amount: '',
          });
        }}
        nothing="No action or page found. Try another word."
      />
      {subject?.amount && (
        <AmountField
          key={`${subject.key} ${filters.amount ?? ''}`}
          unit={subject.amount}
          value={filters.amount ?? ''}
          onChange={amount => setFilters({ amount })}
        />
      )}
    </div>
  );
}

type AmountProps = { unit: 'money' | 'percent'; value: string; onChange: (amount: string) => void };

/** The amount that the question names; it is asked when the field is left or Enter is pressed. */
function AmountField({ unit, value, onChange }: AmountProps) {
  const [typed, setTyped] = useState(value);
  const tidied = typed.replace(/[£%,\s]/g, '');
  const isValid =
    tidied === '' || (/^\d{1,9}(\.\d{1,2})?$/.test(tidied) && (unit === 'money' || Number(tidied) <= 100));
  const ask = () => {
    if (isValid && tidied !== value) onChange(tidied);
  };
  const field = {
    value: typed,
    error: isValid
      ? null
      : unit === 'money'
        ? 'Enter an amount such as 50.00.'
        : 'Enter a percentage up to 100.',
    onBlur: ask,
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key === 'Enter') ask();
    },
  };
  return unit === 'money' ? (
    <MoneyInput {...field} label="Amount (optional)" onChange={setTyped} />
  ) : (
    <TextInput
      {...field}
      label="Discount (optional)"
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: 'figures' }}
      rightSection={<span aria-hidden>%</span>}
      onChange={event => setTyped(event.currentTarget.value)}
    />
  );
}

function Answer({ question, subjects, isWhy }: Props) {
  const { amount, user } = question.filters;
  const subject: Subject | undefined = subjectOf(subjects, question.filters);
  const person = subjects.users.find(({ id }) => String(id) === user);
  if (!subject || (isWhy && !person))
    return (
      <p className="access-hint">
        {isWhy
          ? 'Choose a user, and the action or page that they cannot use. The answer names the missing permission and the smallest change that allows it.'
          : 'Choose an action or a page to see who can use it, and through which role.'}
      </p>
    );
  const asked = askedOf(subject, amount);
  const words = inSentence(subject, asked.amount);
  return isWhy && person ? (
    <AnswerForUser id={person.id} asked={asked} title={`Can ${person.name} ${words}?`} />
  ) : (
    <AnswersForAll asked={asked} title={`Who can ${words}?`} />
  );
}
