import { briefingSettingsSchema } from '@plumbline/contracts/briefings/briefing-settings';
import { activeThemesSchema, convictionLogSchema } from '@plumbline/contracts/briefings/briefing-state';
import { describe, expect, it } from 'vitest';
import { BriefingFileError } from '../../../activities/briefings/folder/text-reading.ts';
import { parseYaml } from '../../../activities/briefings/folder/yaml-reading.ts';

const THEMES = 'state/active_themes.yml';

const themes = `# Confirmed by people.
updated_at: 2026-03-06T07:00:00Z
themes:
  - id: grid-queues
    title: Queues for grid connections
    status: ongoing
    conviction: 7
    first_seen: 2026-02-01
    actors: [ENTSO-E]
    mechanism:
      - cause: [queue]
        effect: [delay]
    watchpoints:
      - id: queue-reform
        text: A reform of the queue is adopted
        evidence: 1
        promote_at: 2
  - id: storage-costs
    title: Costs of storage
    status: new
    conviction: 5
    first_seen: 2026-03-01
`;

const settings = `name: grid-storage
title: Grid and storage
`;

function faultsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof BriefingFileError) return error.faults;
    throw error;
  }
  throw new Error('No fault was found.');
}

const themeFaults = (text: string) => faultsOf(() => parseYaml(text, THEMES, activeThemesSchema));
const settingFaults = (text: string) => faultsOf(() => parseYaml(text, 'briefing.yml', briefingSettingsSchema));

describe('parseYaml', () => {
  it('reads snake_case keys at every depth, and leaves dates text', () => {
    const read = parseYaml(themes, THEMES, activeThemesSchema);

    expect(read.updatedAt).toBe('2026-03-06T07:00:00Z');
    expect(read.themes[0]).toMatchObject({
      firstSeen: '2026-02-01',
      tomorrowsFocus: [],
      watchpoints: [{ id: 'queue-reform', evidence: 1, promoteAt: 2 }],
    });
  });

  it.each([
    ['says that it is YAML 1.1', `%YAML 1.1\n---\n${themes}`],
    ['tags a date', themes.replace('2026-02-01', '!!timestamp 2026-02-01')],
  ])('leaves dates text in a file that %s', (_, text) => {
    const read = parseYaml(text, THEMES, activeThemesSchema);

    expect(read.themes.map(({ firstSeen }) => firstSeen)).toEqual(['2026-02-01', '2026-03-01']);
  });

  it.each([
    {
      fault: 'a number out of its range',
      change: ['promote_at: 2', 'promote_at: 0'],
      message: '17: themes[0].watchpoints[0].promote_at: use 1 to 1000',
    },
    {
      fault: 'a fraction',
      change: ['conviction: 7', 'conviction: 7.5'],
      message: '7: themes[0].conviction: use a whole number',
    },
    {
      fault: 'an unknown choice',
      change: ['status: new', 'status: open'],
      message: '20: themes[1].status: use candidate, new, ongoing or closed',
    },
    {
      fault: 'a title that is too short',
      change: ['title: Costs of storage', 'title: C'],
      message: '19: themes[1].title: use 3 to 160 characters',
    },
    {
      fault: 'a number for text',
      change: ['title: Costs of storage', 'title: 2026'],
      message: '19: themes[1].title: use text, in quotation marks if it looks like a number',
    },
    {
      fault: 'text for a list',
      change: ['actors: [ENTSO-E]', 'actors: ENTSO-E'],
      message: '9: themes[0].actors: use a list',
    },
    {
      fault: 'a key without a value',
      change: ['actors: [ENTSO-E]', 'actors:'],
      message: '9: themes[0].actors: is empty: use a list',
    },
    {
      fault: 'an unreadable entry of a list',
      change: ['cause: [queue]', 'cause:\n          - queue\n          - x'],
      message: '13: themes[0].mechanism[0].cause[1]: use 2 to 80 characters',
    },
    {
      fault: 'a date that there is not',
      change: ['2026-03-01', '2026-02-30'],
      message: '22: themes[1].first_seen: use a date like 2026-03-06',
    },
    {
      fault: 'a time without a zone',
      change: ['07:00:00Z', '07:00:00'],
      message: '2: updated_at: use a time with its zone, like 2026-03-06T07:00:00Z',
    },
    {
      fault: 'an id in capitals',
      change: ['id: storage-costs', 'id: Storage'],
      message: '18: themes[1].id: use small letters, digits and hyphens, like grid-storage',
    },
    {
      fault: 'a missing field, at its parent',
      change: ['        evidence: 1\n', ''],
      message: '14: themes[0].watchpoints[0].evidence: is missing',
    },
    {
      fault: 'an unknown field',
      change: ['status: new', 'status: new\n    mood: good'],
      message: '21: themes[1].mood: unknown field',
    },
    {
      fault: 'a theme of the same id',
      change: ['id: storage-costs', 'id: grid-queues'],
      message: '18: themes[1].id: grid-queues is the id of themes[0], too',
    },
    {
      fault: 'an unclosed list',
      change: ['[ENTSO-E]', '[ENTSO-E'],
      message: '10: Flow sequence in block collection must be sufficiently indented and end with a ]',
    },
    {
      fault: 'a key that is given twice',
      change: ['conviction: 5', 'conviction: 5\n    conviction: 6'],
      message: '22: Map keys must be unique',
    },
  ])('names file, line and field of $fault', ({ change: [from = '', to = ''], message }) => {
    expect(themeFaults(themes.replace(from, to))[0]).toBe(`${THEMES}:${message}`);
  });

  it('lists all faults by their lines', () => {
    const text = themes
      .replace('conviction: 7', 'conviction: 70')
      .replace('first_seen: 2026-03-01', 'firstSeen: 2026-03-01')
      .replace('updated_at: 2026-03-06T07:00:00Z', 'updated_at: today')
      .replace('conviction: 5', 'conviction: five');

    expect(themeFaults(text)).toEqual([
      `${THEMES}:2: updated_at: use a time with its zone, like 2026-03-06T07:00:00Z`,
      `${THEMES}:7: themes[0].conviction: use 1 to 10`,
      `${THEMES}:18: themes[1].first_seen: is missing`,
      `${THEMES}:21: themes[1].conviction: use a number`,
      `${THEMES}:22: themes[1].firstSeen: unknown field; names are written in small letters, like promote_at`,
    ]);
  });

  it('finds repeated ids of watchpoints beside other faults', () => {
    const watchpoint = '      - {id: queue-reform, text: Another, evidence: -1, promote_at: 2}\n';
    const text = themes.replace('  - id: storage-costs', `${watchpoint}  - id: storage-costs`);

    expect(themeFaults(text)).toEqual([
      `${THEMES}:18: themes[0].watchpoints[1].id: queue-reform is the id of themes[0].watchpoints[0], too`,
      `${THEMES}:18: themes[0].watchpoints[1].evidence: use 0 to 1000`,
    ]);
  });

  it.each([
    ['an empty file', '', ['briefing.yml:1: the file: is empty: use fields']],
    ['a list', '- a\n', ['briefing.yml:1: the file: use fields']],
    [
      'a second document',
      `${settings}---\nname: b\n`,
      [expect.stringMatching(/^briefing\.yml:\d: .*multiple documents/u)],
    ],
    ['an alias of nothing', `${settings}corpus: *folders\n`, [expect.stringMatching(/^briefing\.yml:\d: .*alias/iu)]],
  ])('says what is wrong with %s', (_, text, faults) => {
    expect(settingFaults(text)).toEqual(faults);
  });

  it.each([
    ['timezone: Mars/Base', '3: timezone: use an IANA time zone, like Europe/Berlin'],
    ['max_state_age_hours: 0', '3: max_state_age_hours: use 1 to 10000'],
    ['budget:\n  deep_daily: 300', '4: budget.deep_daily: use 0 to 200'],
    ['schedules:\n  nightly: {cron: 0 7 * * *}', '4: schedules.nightly: unknown field'],
    ['schedules:\n  daily:\n    jitter: 5m', '4: schedules.daily: give either cron or every'],
    [
      'schedules:\n  daily:\n    every: daily',
      '5: schedules.daily.every: use minutes, hours or days, like 30m, 24h or 7d',
    ],
    ['issues:\n  adapter: jira', '4: issues.adapter: use folder or linear'],
    [
      'issues:\n  adapter: linear\n  team_id: a\n  api_url: ftp://a',
      '6: issues.api_url: use an address like https://example.org',
    ],
    ['web:\n  providers: []', '4: web.providers: use 1 to 9 entries'],
    [
      'web:\n  providers: [gopher]',
      '4: web.providers[0]: use searxng, tavily, brave, exa, wikipedia, crossref, openalex, arxiv or europe-pmc',
    ],
    ['caps:', '3: caps: is empty: use fields'],
  ])('says what to write for the setting %j', (line, message) => {
    expect(settingFaults(`${settings}${line}\n`)).toEqual([`briefing.yml:${message}`]);
  });

  it('says that a figure without a highest value is too low', () => {
    const text = 'entries:\n  - {day: 2026-03-06, theme: a, conviction: 5, confirmed: -1, contradicting: 0}\n';

    expect(faultsOf(() => parseYaml(text, 'log', convictionLogSchema))).toEqual([
      'log:2: entries[0].confirmed: use at least 0',
    ]);
  });
});
