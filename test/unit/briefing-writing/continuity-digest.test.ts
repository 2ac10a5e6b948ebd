import type { BriefingKind } from '@plumbline/contracts/briefings/briefing-slot';
import { describe, expect, it } from 'vitest';
import { continuityWith } from '../../../activities/briefings/writing/claim-lines.ts';
import { slotOf } from '../../../workflows/domain/briefing/slots.ts';
import { briefingRecord, claim, themeOutput } from '../../support/builders/briefing-fixtures.ts';

const on = (day: string, kind: BriefingKind = 'daily', themes = [themeOutput()]) =>
  briefingRecord({ slot: slotOf(kind, `${day}T06:30:00.000Z`, 'UTC'), themes });

const headings = (digest: string) => digest.match(/^## .*$/gmu);

const LINE =
  '- Changed: Grid storage (`grid-storage`) — Harbour Energy connected 120 megawatts of batteries at Norhaven.';

describe('continuityWith', () => {
  it('begins a digest', () => {
    expect(continuityWith(on('2026-03-06'), null)).toBe(`# The last 7 days\n\n## 2026-03-06 daily\n\n${LINE}\n`);
  });

  it('has a section for each slot, the newest first', () => {
    let digest = continuityWith(on('2026-03-05'), null);
    digest = continuityWith(on('2026-03-06'), digest);
    digest = continuityWith(on('2026-03-06', 'on-demand'), digest);

    expect(headings(digest)).toEqual(['## 2026-03-06T0630 on-demand', '## 2026-03-06 daily', '## 2026-03-05 daily']);
  });

  it('replaces the section of the same slot', () => {
    const first = continuityWith(on('2026-03-06'), null);
    const stale = themeOutput({ delta: 'stale', claims: [claim({ mark: 'kept' })] });
    const second = continuityWith(on('2026-03-06', 'daily', [stale]), first);

    expect(continuityWith(on('2026-03-06'), first)).toBe(first);
    expect(second).toBe(
      '# The last 7 days\n\n## 2026-03-06 daily\n\n- Stale: Grid storage (`grid-storage`) — No new developments.\n',
    );
  });

  it('forgets what is seven days old', () => {
    const days = ['2026-02-27', '2026-02-28', '2026-03-06'];
    const digest = days.reduce<string | null>((before, day) => continuityWith(on(day), before), null);

    expect(headings(digest ?? '')).toEqual(['## 2026-03-06 daily', '## 2026-02-28 daily']);
  });

  it('does not forget what is newer than a slot that comes late', () => {
    const digest = continuityWith(on('2026-02-20'), continuityWith(on('2026-03-06'), null));

    expect(headings(digest)).toEqual(['## 2026-03-06 daily']);
  });

  it.each(['\n', '\r\n'])('keeps what people wrote above the first section, and below headings of their own', (end) => {
    const written = [
      '# Ours',
      '',
      'Ask Ada first.',
      '',
      '## 2026-03-05 daily',
      '',
      '- old',
      '',
      '## Ours, too',
      '',
      'x',
      '',
    ];
    const digest = continuityWith(on('2026-03-06'), written.join(end));

    expect(digest).toBe(
      `# Ours\n\nAsk Ada first.\n\n## 2026-03-06 daily\n\n${LINE}\n\n## 2026-03-05 daily\n\n- old\n\n## Ours, too\n\nx\n`,
    );
  });

  it('names the two newest changes of a theme, labelled, and no unchanged claim', () => {
    const claims = [
      claim({ claimId: 'a', text: 'Oldest.', evidencedAt: '2026-03-01T00:00:00Z' }),
      claim({ claimId: 'b', text: 'Newest.', evidencedAt: '2026-03-05T00:00:00+02:00', mark: 'withdrawn' }),
      claim({ claimId: 'c', text: 'Second.', evidencedAt: '2026-03-04T21:00:00Z', status: 'reported' }),
      claim({ claimId: 'd', text: 'Kept.', evidencedAt: '2026-03-06T00:00:00Z', mark: 'kept' }),
    ];

    expect(continuityWith(on('2026-03-06', 'daily', [themeOutput({ claims })]), null)).toContain(
      '— *Withdrawn:* Newest.; *Reported, not confirmed:* Second.\n',
    );
  });

  it('labels the words of a page that addresses a program, because later runs read them', () => {
    const [first, ...others] = briefingRecord().findings;
    if (first === undefined) throw new Error('the record has no findings');
    const findings = [{ ...first, untrusted: ['instructions' as const] }, ...others];

    expect(continuityWith({ ...on('2026-03-06'), findings }, null)).toContain(
      '— *⚠ From a passage that addresses a program:* Harbour Energy',
    );
  });
});
