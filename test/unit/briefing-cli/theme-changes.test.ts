import { themeSchema } from '@plumbline/contracts/briefings/briefing-state';
import { describe, expect, it } from 'vitest';
import { parseThemeChanges } from '../../../client/cli/briefings/refresh-state.ts';

const theme = (id: string) =>
  themeSchema.parse({ id, title: 'A theme', status: 'ongoing', conviction: 5, firstSeen: '2026-03-01' });
const THEMES = [theme('home-batteries'), theme('old-theme')];

describe('changes of themes', () => {
  it('are read by theme and field; the last one counts', () => {
    const given = [
      'home-batteries.conviction=8',
      'old-theme.status=closed',
      'old-theme.conviction=2',
      'old-theme.conviction=1',
    ];

    expect(parseThemeChanges(given, THEMES)).toEqual({
      'home-batteries': { conviction: 8 },
      'old-theme': { status: 'closed', conviction: 1 },
    });
  });

  it.each([
    { text: 'home-batteries', problem: 'cannot be read' },
    { text: 'home-batteries.conviction', problem: 'cannot be read' },
    { text: 'cars.conviction=8', problem: 'there is no theme cars' },
    { text: 'home-batteries.title=Other', problem: '"title" cannot be changed here' },
    { text: 'home-batteries.conviction=11', problem: 'a whole number from 1 to 10' },
    { text: 'home-batteries.conviction=', problem: 'a whole number from 1 to 10' },
    { text: 'home-batteries.conviction=7.5', problem: 'a whole number from 1 to 10' },
    { text: 'home-batteries.status=open', problem: 'one of candidate, new, ongoing, closed' },
  ])('are refused: $text', ({ text, problem }) => {
    expect(() => parseThemeChanges([text], THEMES)).toThrow(problem);
  });
});
