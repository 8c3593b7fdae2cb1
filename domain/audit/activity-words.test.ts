import { expect, test } from 'vitest';
import { activitySentence } from './activity-words';

test('an action reads as a sentence after the user’s name', () => {
  const said = (action: string, record_type: string, record_name: string | null) =>
    activitySentence({ action, record_type, record_name });
  expect(said('hours_entered', 'employee', 'Owen')).toBe('entered hours of employee Owen');
  expect(said('counted', 'stock_count', 'COUNT-00002')).toBe('counted stocktake COUNT-00002');
  expect(said('signed_in', 'session', 'Ruth')).toBe('signed in');
  expect(said('edited', 'setting', null)).toBe('edited setting');
});
