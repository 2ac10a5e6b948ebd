import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readSetup, readThemes, readTimes } from '../../../client/cli/briefings/init-briefing.ts';

describe('readThemes', () => {
  it.each([
    ['Grid fees', [{ title: 'Grid fees', actors: [] }]],
    [
      'Grid fees (ACER, Terna); Battery storage;',
      [
        { title: 'Grid fees', actors: ['ACER', 'Terna'] },
        { title: 'Battery storage', actors: [] },
      ],
    ],
    ['Fees (of grids) in May', [{ title: 'Fees (of grids) in May', actors: [] }]],
    [' ; ', []],
  ])('reads "%s"', (typed, themes) => {
    expect(readThemes(typed)).toEqual(themes);
  });
});

describe('readTimes', () => {
  it.each([
    ['daily 07:00', '0 7 * * *', null],
    ['Weekdays 6:30 Europe/Berlin', '30 6 * * 1-5', 'Europe/Berlin'],
    ['sunday 23:59 UTC', '59 23 * * 0', 'UTC'],
    ['never', null, null],
    ['daily', '', null],
    ['daily 24:00', '', null],
    ['someday 07:00', '', null],
    ['daily 07:00 Europe / Berlin', '', 'Europe'],
  ])('reads "%s"', (typed, cron, timezone) => {
    expect(readTimes(typed)).toEqual({ cron, timezone });
  });
});

describe('readSetup', () => {
  const surroundings = { providers: ['searxng', 'tavily'], zone: 'Europe/Vienna', language: 'de' } as const;
  const answers = { title: 'Storage', themes: 'Grid fees (ACER)', times: 'monday 08:00', notify: false };

  it('is what was typed, in the zone of the machine where none is', () => {
    expect(readSetup({ ...answers, places: `${tmpdir()}, web` }, surroundings)).toMatchObject({
      title: 'Storage',
      language: 'de',
      timezone: 'Europe/Vienna',
      cron: '0 8 * * 1',
      corpus: [expect.stringMatching(/^\//u)],
      web: { providers: ['searxng'] },
      notify: false,
    });
  });

  it('looks by default in a folder of the briefing, and not on the web', () => {
    const setup = readSetup({ ...answers, places: 'documents' }, surroundings);

    expect([setup.corpus, setup.web]).toEqual([['documents'], null]);
  });
});
