import { describe, expect, it } from 'vitest';
import { renderThemeBrief } from '../../../activities/briefings/writing/theme-brief.ts';
import { addDays, slotOf } from '../../../workflows/domain/briefing/slots.ts';
import { briefingRecord, claim, theme, themeOutput, watchpoint } from '../../support/builders/briefing-fixtures.ts';

const slotOn = (day: string) => slotOf('daily', `${day}T06:30:00.000Z`, 'Europe/Berlin');

const briefOn = (day: string, earlier: string | null, output = themeOutput(), language = 'en'): string =>
  renderThemeBrief(theme(), output, briefingRecord({ slot: slotOn(day), themes: [output], language }), earlier);

const history = (brief: string): string[] =>
  (/^## (?:History|Verlauf)\n\n([^#]*)/mu.exec(brief)?.[1] ?? '').split('\n').filter((line) => line.startsWith('- '));

describe('renderThemeBrief', () => {
  it('shows what stands, what is waited for and what was said', () => {
    const output = themeOutput({
      claims: [
        claim({ mark: 'strengthened', firstSeen: '2026-03-02' }),
        claim({ claimId: 'b', text: 'The hall is closed.', mark: 'withdrawn', citations: ['t1f2q1'] }),
      ],
      watchpoints: [watchpoint(), watchpoint({ id: 'done', text: 'A first hall', evidence: 2 })],
    });

    expect(briefOn('2026-03-06', null, output)).toBe(`# Grid storage

ongoing · conviction 8 of 10 · first seen 2026-02-10 · updated 2026-03-06.

## Standing claims

- Harbour Energy connected 120 megawatts of batteries at Norhaven. [1] (2026-03-05, since 2026-03-02)

## Watchpoints

- A permit for the second hall — evidence 1 of 2

## History

- 2026-03-06 07:30 +01:00 · \`2026-03-06\` · Changed, 1 strengthened, 1 withdrawn: *Strengthened:* Harbour Energy connected 120 megawatts of batteries at Norhaven.

## Sources

[1] *Batteries at Norhaven are connected*, <https://grid-office.example/news/norhaven>, dated 2026-03-05: “Harbour Energy connected 120 megawatts of batteries at Norhaven.”
`);
  });

  it('ends the same when a slot is written again', () => {
    const first = briefOn('2026-03-06', briefOn('2026-03-05', null));

    expect(briefOn('2026-03-06', first)).toBe(first);
  });

  it('replaces the line of a slot, and has the newest first', () => {
    const earlier = briefOn('2026-03-06', briefOn('2026-03-05', null));
    const brief = briefOn('2026-03-06', earlier, themeOutput({ delta: 'reversed', claims: [] }));

    expect(history(brief).map((line) => line.replace(/^.*` · |[,:].*$/gu, ''))).toEqual(['Reversed', 'Changed']);
  });

  it('goes back thirty slots', () => {
    let brief: string | null = null;
    for (let day = 0; day < 35; day += 1) brief = briefOn(addDays('2026-01-01', day), brief);

    const lines = history(brief ?? '');
    expect(lines).toHaveLength(30);
    expect(lines[0]).toContain('2026-02-04');
    expect(lines.at(-1)).toContain('2026-01-06');
  });

  it('keeps what a newer slot wrote, and adds the line of the older one', () => {
    const newer = briefOn('2026-03-06', null);
    const brief = briefOn('2026-03-05', newer, themeOutput({ claims: [claim({ text: 'An older claim.' })] }));

    expect(history(brief)).toHaveLength(2);
    expect(brief.split('\n').filter((line) => !line.includes('`2026-03-05`'))).toEqual(newer.split('\n'));
  });

  it('keeps the history when the language of the briefing changes', () => {
    const brief = briefOn('2026-03-06', briefOn('2026-03-05', null), themeOutput(), 'de');

    expect(brief).toContain('## Verlauf');
    expect(history(brief)).toHaveLength(2);
  });

  it('labels a claim that was contradicted, and one that is only reported', () => {
    const output = themeOutput({
      claims: [
        claim({ mark: 'contradicted' }),
        claim({ claimId: 'b', status: 'reported', text: 'Ninety are.', mark: 'kept' }),
      ],
    });
    const brief = briefOn('2026-03-06', null, output);

    expect(brief).toContain('- *Contradicted:* Harbour Energy');
    expect(brief).toContain('- *Reported, not confirmed:* Ninety are. [1]');
  });
});
