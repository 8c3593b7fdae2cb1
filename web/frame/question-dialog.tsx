import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { openQuestion } from '../platform/confirm';
import { useStore } from '../platform/store';
import { cancelLabel } from '../ui/form/cancel-label';

type Open = NonNullable<ReturnType<typeof openQuestion.get>>;

/** The open confirmation, above everything else. */
export function QuestionDialog() {
  const question = useStore(openQuestion);
  return question && <QuestionForm key={question.title} {...question} />;
}

// Without this attribute, a dialog below would hear Escape and close as well.
const forItself = { 'data-mantine-stop-propagation': 'true' };

function QuestionForm({ title, text, action, isDestructive = false, field, onAnswer }: Open) {
  const [value, setValue] = useState(field?.value ?? '');
  // Answering returns the focus to where it was.
  const [from] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (from instanceof HTMLElement) from.focus();
    },
    [from],
  );
  const decline = () => onAnswer(null);
  return (
    <Modal
      opened
      onClose={decline}
      closeOnEscape={false}
      onKeyDown={event => {
        if (event.key === 'Escape') decline();
      }}
      withCloseButton={false}
      title={title}
      size="sm"
    >
      <form
        onSubmit={event => {
          event.preventDefault();
          // The form of the page below must not receive this event.
          event.stopPropagation();
          onAnswer(value);
        }}
      >
        {text !== undefined && <Text style={{ whiteSpace: 'pre-line' }}>{text}</Text>}
        {field && (
          <TextInput
            {...forItself}
            label={field.label}
            value={value}
            onChange={event => setValue(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <Group justify="flex-end" gap={8} mt="md">
          <Button variant="default" onClick={decline} {...forItself}>
            {cancelLabel(action)}
          </Button>
          <Button
            type="submit"
            {...(isDestructive ? { color: 'red' } : {})}
            {...(field ? {} : { 'data-autofocus': true })}
            {...forItself}
          >
            {action}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
