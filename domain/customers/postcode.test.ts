import { expect, test } from 'vitest';
import { tidyPostcode } from './postcode';

test('a British postcode has one form; any other is kept as entered', () => {
  expect(['bs14dj', 'BS1 4DJ', 'ec1a  1bb', 'M1 1AE', 'W1A0AX'].map(tidyPostcode)).toEqual([
    'BS1 4DJ',
    'BS1 4DJ',
    'EC1A 1BB',
    'M1 1AE',
    'W1A 0AX',
  ]);
  expect(['75008', 'd02 af30', '1012 JS'].map(tidyPostcode)).toEqual(['75008', 'D02 AF30', '1012 JS']);
});
