import type { BriefingRecord } from '@plumbline/contracts/briefings/briefing-record';
import { BRIEFING_KINDS } from '@plumbline/contracts/briefings/briefing-slot';
import { describe, expect, it } from 'vitest';
import { renderBriefing } from '../../../activities/briefings/writing/briefing-rendering.ts';
import { slotOf } from '../../../workflows/domain/briefing/slots.ts';
import { briefingRecord, claim, themeOutput, watchpoint } from '../../support/builders/briefing-fixtures.ts';
import { eventfulRecord } from './eventful-record.ts';

const section = (markdown: string, heading: string): string =>
  markdown.split(/^(?=## )/mu).find((part) => part.startsWith(`## ${heading}`)) ?? '';

const ofTheme = (overrides: Parameters<typeof themeOutput>[0]): string =>
  section(renderBriefing(briefingRecord({ themes: [themeOutput(overrides)] })), 'Changed: Grid storage');

describe('renderBriefing', () => {
  it.each(['en', 'de'])('renders a whole daily in %s', async (language) => {
    const markdown = renderBriefing(eventfulRecord({ language }));

    await expect(markdown).toMatchFileSnapshot(`golden/daily-${language}.md`);
  });

  it.each(BRIEFING_KINDS)('ends a %s with the retrieval metadata, also where nothing was found', (kind) => {
    const slot = slotOf(kind, '2026-03-06T06:30:00.000Z', 'Europe/Berlin');
    const nothing = { themes: [], signals: [], interactions: [], findings: [], items: [], results: [], queries: [] };
    const markdown = renderBriefing(briefingRecord({ slot, ...nothing }));

    const headings = markdown.match(/^## .*$/gmu);
    expect(headings).toEqual(['## Retrieval metadata']);
    expect(section(markdown, 'Retrieval metadata')).toContain('- **Diagnostics:** HEALTHY\n');
  });

  it.each<{ kind: BriefingRecord['slot']['kind']; title: string }>([
    { kind: 'daily', title: '# Norhaven energy · Daily briefing · 2026-03-06' },
    { kind: 'deep-daily', title: '# Norhaven energy · Deep daily briefing · 2026-03-06' },
    { kind: 'weekly', title: '# Norhaven energy · Weekly briefing · 2026-W10 (2026-03-06)' },
    { kind: 'on-demand', title: '# Norhaven energy · Briefing on demand · 2026-03-06T0730' },
  ])('names the occasion of a $kind', ({ kind, title }) => {
    const slot = slotOf(kind, '2026-03-06T06:30:00.000Z', 'Europe/Berlin');

    expect(renderBriefing(briefingRecord({ slot })).split('\n')[0]).toBe(title);
  });

  it('says first that an output is a backfill', () => {
    const markdown = renderBriefing(
      briefingRecord({ isBackfill: true, notes: ['The output of 2026-03-05 is missing.'] }),
    );

    expect(section(markdown, 'Read this first')).toMatch(/^- Backfill: .*\n- The output of 2026-03-05 is missing\.$/mu);
  });

  it('tells what is new outside the themes after them, each passage once, and how much was not looked at', () => {
    const cited = {
      text: 'The crane is closed on Friday.',
      place: 'Harbour',
      day: '2026-03-06',
      citations: ['t1f1q1'],
    };
    const untold = { ...cited, text: 'The crane opens on Monday.', citations: ['t1f2q1'] };
    const beside = { ...untold, text: 'The keeper of the crane likes tea.', isBeside: true as const };
    const documents = { query: '', passages: [beside, cited, untold], fresh: 4, known: 0 };
    // What goes on with a passage is its second quote.
    const summary = [{ text: 'The crane of the harbour is closed.', citations: ['t1f1q2'] }];
    const markdown = renderBriefing(briefingRecord({ elsewhere: { summary, documents, unread: 2 } }));

    expect(section(markdown, 'Outside the themes').trim().split('\n\n')).toEqual([
      '## Outside the themes',
      expect.stringMatching(/^- The crane of the harbour is closed\./u),
      expect.stringMatching(/^- \*2026-03-06 · Harbour:\* The crane opens on Monday\. \[\d\]$/u),
      '4 new passages; 1 beside the theme, by the language model, not shown; 2 are told or shown.',
      '2 more documents of these days were not looked at for this.',
    ]);
    expect(markdown.indexOf('## Outside')).toBeGreaterThan(markdown.indexOf('Grid storage'));
  });

  it('shows unchanged claims last and short', () => {
    const long = `The hall ${'has a long history and '.repeat(12)}stands.`;
    const kept = claim({ claimId: 'a', mark: 'kept', text: long });
    const markdown = ofTheme({ claims: [kept, claim({ mark: 'withdrawn', note: 'the office took it back' })] });

    expect(markdown.match(/^### .*$/gmu)?.slice(0, 2)).toEqual(['### Withdrawn', '### Unchanged']);
    expect(markdown).toMatch(/^- The hall has .{60,150}… \[2\]$|^- The hall has .{60,150}… \[1\]$/mu);
    expect(markdown).toContain('— the office took it back');
  });

  it('says of a claim in conflict with one of another theme what that claim is', () => {
    const other = claim({ claimId: 'b', themeId: 'gas-hub', text: 'No battery is connected.', citations: ['t1f3q1'] });
    const themes = [
      themeOutput({ claims: [claim({ conflictsWith: ['b', 'missing'] })] }),
      themeOutput({ themeId: 'gas-hub', title: 'Gas hub', claims: [other] }),
    ];

    expect(renderBriefing(briefingRecord({ themes }))).toContain(
      [
        '- **[CONFLICT]** Harbour Energy connected 120 megawatts of batteries at Norhaven. [1]',
        '  - Conflicts with: No battery is connected. [2]',
        '  - Conflicts with: a claim that is not shown here',
      ].join('\n'),
    );
  });

  it('labels a reported claim whatever its mark', () => {
    const claims = (['new', 'kept', 'strengthened'] as const).map((mark) =>
      claim({ claimId: mark, mark, status: 'reported' }),
    );

    expect(ofTheme({ claims }).match(/\*Reported, not confirmed:\*/gu)).toHaveLength(3);
  });

  it.each([
    { evidence: 1, says: 'evidence 1 of 2' },
    { evidence: 2, says: 'promoted to fact: evidence 2 of 2' },
    { evidence: 3, says: 'promoted to fact: evidence 3 of 2' },
  ])('says of a watchpoint with evidence $evidence: $says', ({ evidence, says }) => {
    expect(ofTheme({ watchpoints: [watchpoint({ evidence })] })).toContain(
      `- A permit for the second hall — ${says}\n`,
    );
  });

  it('marks the words of a page that addresses a program', () => {
    const [first, ...others] = briefingRecord().findings;
    if (first === undefined) throw new Error('the record has no findings');
    const findings = [{ ...first, untrusted: ['instructions' as const] }, ...others];

    expect(renderBriefing(briefingRecord({ findings }))).toContain(
      '⚠ From a passage that addresses a program: Harbour',
    );
  });
});
