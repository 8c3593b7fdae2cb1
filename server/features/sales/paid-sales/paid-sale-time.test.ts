import { expect, test } from 'vitest';
import { validateTime } from './paid-sale-time';

const now = new Date('2026-11-21T12:00:00Z');
const openedAt = new Date('2026-11-21T08:00:00Z');

test.each(['0000-01-01', '0001-01-01', '1970-01-01', '2025-06-01', '9999-12-31'])(
  'F24 a sale from a till whose clock shows %s is dated by the server, with or without the time of sending',
  day => {
    const shown = new Date(`${day}T10:00:00Z`);
    for (const sentAt of [now, shown, undefined])
      for (const opened of [openedAt, undefined]) {
        const { soldAt, tillTime, deviations } = validateTime({
          now,
          soldAt: shown,
          sentAt,
          openedAt: opened,
        });
        expect([now, openedAt]).toContainEqual(soldAt);
        expect(tillTime).toEqual(shown);
        expect(deviations).toMatchObject([
          { kind: 'clock', words: expect.stringMatching(/ was [\d,]+ days (ahead|behind) and showed /) },
        ]);
      }
  },
);

test('F24 a sale that waited eleven months on a till with the right time keeps its own', () => {
  const soldAt = new Date('2025-12-21T12:00:00Z');
  expect(validateTime({ now, soldAt, sentAt: now, openedAt: undefined })).toEqual({
    soldAt,
    tillTime: null,
    deviations: [],
  });
});
