import { describe, expect, it } from 'vitest';
import { themesFault } from '../../../activities/briefings/folder/state-files.ts';

const slot = { time: '2026-03-10T06:00:00.000Z' };
const confirmedAt = (updatedAt: string) => ({ updatedAt, themes: [] });
const fault = (updatedAt: string, maxStateAgeHours = 36) =>
  themesFault(confirmedAt(updatedAt), slot, { folder: "/srv/it's mine", maxStateAgeHours });

describe('themesFault', () => {
  it.each([
    ['2026-03-10T06:00:00Z', 36],
    ['2026-03-08T18:00:00Z', 36],
    ['2026-03-08T19:00:00+01:00', 36],
    ['2026-03-11T00:00:00Z', 36],
    ['2026-03-03T06:00:00Z', 168],
  ])('finds none in themes confirmed at %s, if %d h are allowed', (updatedAt, hours) => {
    expect(fault(updatedAt, hours)).toBeNull();
  });

  it.each([
    ['2026-03-08T17:59:00Z', 36, '36 h 1 min before'],
    ['2026-03-08T17:59:59Z', 36, '36 h 1 min before'],
    ['2026-03-08T18:59:00+01:00', 36, '36 h 1 min before'],
    ['2026-03-10T04:59:00Z', 1, '1 h 1 min before'],
    ['2026-03-01T06:00:00Z', 36, '216 h 0 min before'],
  ])('finds themes confirmed at %s too old, if %d h are allowed', (updatedAt, hours, age) => {
    expect(fault(updatedAt, hours)).toContain(age);
  });

  it('names a command that a shell reads', () => {
    const command = String.raw`npx plumbline briefing themes '/srv/it'\''s mine'`;

    expect(themesFault(null, slot, { folder: "/srv/it's mine", maxStateAgeHours: 36 })).toBe(
      `state/active_themes.yml is missing. Confirm or edit the themes: ${command}`,
    );
  });
});
