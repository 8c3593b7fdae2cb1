import { Alert } from '@mantine/core';
import type { IgnoredParam } from '../../platform/ignored-params';

const words = ({ name, value }: IgnoredParam) => `${name.replaceAll('_', ' ')} “${value.slice(0, 40)}”`;

/**
 * Reports the parts of the URL that could not be used, so that the result is not mistaken for what was
 * requested.
 */
export const IgnoredParams = ({ ignored }: { ignored: readonly IgnoredParam[] }) =>
  ignored.length > 0 && (
    <Alert role="status" color="yellow" variant="light" mb={12} data-notice="warning">
      {`Part of this link was not recognised and was ignored: ${ignored.map(words).join(', ')}.`}
    </Alert>
  );
