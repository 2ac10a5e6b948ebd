import type { DiagnosticCode, OpenIssue } from '@plumbline/contracts/briefings/briefing-issues';
import { describe, expect, it } from 'vitest';
import { issuesToClose, wantedIssues } from '../../../workflows/domain/briefing/diagnostics.ts';
import { slot, themeOf } from './samples.ts';

const diagnostic = (code: DiagnosticCode, themeId: string | null = null) => ({
  code,
  themeId,
  detail: '1 of <b>2</b>',
});
const wanted = (...diagnostics: ReturnType<typeof diagnostic>[]) =>
  wantedIssues('energy', diagnostics, [themeOf('storage')], slot);
const open = (code: DiagnosticCode, themeId: string | null = null, briefing = 'energy'): OpenIssue => ({
  key: themeId === null ? `${briefing}/${code}` : `${briefing}/${code}/${themeId}`,
  title: '',
  type: 'source',
  severity: 'high',
  code,
  themeId,
  reference: '#1',
});

describe('wantedIssues', () => {
  it.each<[DiagnosticCode, string]>([
    ['THIN_COVERAGE', 'source high'],
    ['UNCONFIRMED_TWICE', 'source high'],
    ['SOURCE_CONCENTRATION', 'source medium'],
    ['BUDGET_EXCEEDED', 'workflow medium'],
    ['HIGH_REJECTION', 'workflow medium'],
    ['SLOTS_MISSED', 'workflow medium'],
    ['SLOT_WITHOUT_OUTPUT', 'workflow high'],
    ['STATE_MISSING', 'task critical'],
    ['CONTEXT_OVER_CAP', 'task critical'],
  ])('%s becomes an issue: %s', (code, form) => {
    expect(wanted(diagnostic(code)).map(({ type, severity, key }) => [`${type} ${severity}`, key])).toEqual([
      [form, `energy/${code}`],
    ]);
  });

  it('wants none for a stale theme', () => {
    expect(wanted(diagnostic('STALENESS', 'storage'))).toEqual([]);
  });

  it('keys an issue by diagnostic and theme, whatever the run, and wants it once', () => {
    const issues = wanted(diagnostic('THIN_COVERAGE', 'storage'), diagnostic('THIN_COVERAGE', 'storage'));

    expect(issues).toEqual([
      {
        key: 'energy/THIN_COVERAGE/storage',
        title: 'Too few confirmed items: Grid storage',
        body: [
          'A theme of high conviction has too few confirmed items, also after one further query.',
          '**Theme:** Grid storage',
          '**Figures:** 1 of \\<b>2\\</b>',
          '**What to do:** List further sources of tier 1 or 2 in `SOURCES.md`, or check the actors of the theme.',
          'Slot: 2026-03-06 (daily, 2026-03-06T06:30:00.000Z, Europe/Berlin)',
        ].join('\n\n'),
        type: 'source',
        severity: 'high',
        code: 'THIN_COVERAGE',
        themeId: 'storage',
      },
    ]);
  });
});

describe('issuesToClose', () => {
  it.each([
    ['one whose condition is gone', [open('THIN_COVERAGE', 'storage')], [], ['energy/THIN_COVERAGE/storage']],
    ['one of the whole run whose condition is gone', [open('STATE_MISSING')], [], ['energy/STATE_MISSING']],
    ['not one that is still wanted', [open('THIN_COVERAGE', 'storage')], [diagnostic('THIN_COVERAGE', 'storage')], []],
    ['not one of a theme that was not evaluated', [open('THIN_COVERAGE', 'tariffs')], [], []],
    ['not one of another briefing', [open('STATE_MISSING', null, 'water')], [], []],
    [
      'none without a state',
      [open('CONTEXT_OVER_CAP'), open('THIN_COVERAGE', 'storage')],
      [diagnostic('STATE_MISSING')],
      [],
    ],
    [
      'over the caps, only that of the state',
      [open('STATE_MISSING'), open('HIGH_REJECTION')],
      [diagnostic('CONTEXT_OVER_CAP')],
      ['energy/STATE_MISSING'],
    ],
  ])('closes %s', (_, openIssues, diagnostics, keys) => {
    const closed = issuesToClose(openIssues, wanted(...diagnostics), {
      briefing: 'energy',
      evaluatedThemes: ['storage'],
    });

    expect(closed.map(({ key }) => key)).toEqual(keys);
  });
});
