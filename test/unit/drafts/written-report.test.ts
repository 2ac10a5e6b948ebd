import type { Claim } from '@plumbline/contracts/evidence/claim';
import { describe, expect, it } from 'vitest';
import { readWrittenReport, readWrittenSection } from '../../../activities/report/writing/written-report.ts';

/** Addresses of `p1` and `p2` are there. */
const resolve = (mark: string) => {
  const addresses = mark.match(/p\d+\.\d+(?:[-–]\d+)?/gu) ?? [];
  return {
    keys: addresses.filter((address) => /^p[12]\./.test(address)),
    unknown: addresses.filter((address) => !/^p[12]\./.test(address)),
  };
};
const readReport = (markdown: string, language = 'en') => readWrittenReport(markdown, language, resolve);
const readSection = (markdown: string, language = 'en') => readWrittenSection(markdown, language, resolve).claims;
const inParagraph = (text: string, citations: readonly string[], block = 0): Claim => ({
  text,
  citations: [...citations],
  placement: { form: 'paragraph', block },
  ...(citations.length === 0 && { isInference: true }),
});

const REPORT = `# Persistence of Redis

Use both [p1.1]. At most one second is lost [p1.2; p2.1].

## Durability

The log is synced every second. [p1.2-4]

### Failures

- A crash loses **one second** [p2.3].

## LIMITS

- No page states the cost. [none: cost, price]
- Old versions differ.
`;

describe('a report in Markdown', () => {
  it('ends with what its author would look up, which is no part of it', () => {
    const { sections, limitations, lookUps } = readReport(
      `${REPORT}\n## LOOK UP\n\n- “fsync after rename” → Durability\n- cost -> the answer\n- repair tools`,
    );

    expect(sections.map(({ heading }) => heading)).toEqual(['Durability', 'Failures']);
    expect(limitations).toHaveLength(2);
    expect(lookUps).toEqual([
      { words: '“fsync after rename”', section: 'Durability' },
      { words: 'cost', section: 'the answer' },
      { words: 'repair tools', section: '' },
    ]);
  });

  it('has a title, the answer, sections and limitations', () => {
    expect(readReport(REPORT)).toEqual({
      title: 'Persistence of Redis',
      answer: [inParagraph('Use both.', ['p1.1']), inParagraph('At most one second is lost.', ['p1.2', 'p2.1'])],
      sections: [
        { heading: 'Durability', claims: [inParagraph('The log is synced every second.', ['p1.2-4'])] },
        {
          heading: 'Failures',
          isSubsection: true,
          claims: [
            {
              text: 'A crash loses one second.',
              citations: ['p2.3'],
              pieces: [
                { text: 'A crash loses ', citations: [] },
                { text: 'one second', isBold: true, citations: [] },
                { text: '.', citations: ['p2.3'] },
              ],
              placement: { form: 'list', block: 0, item: 0 },
            },
          ],
        },
      ],
      limitations: [
        {
          text: 'No page states the cost.',
          citations: [],
          absence: { searched: 'cost, price' },
          placement: { form: 'list', block: 0, item: 0 },
        },
        {
          text: 'Old versions differ.',
          citations: [],
          isInference: true,
          placement: { form: 'list', block: 0, item: 1 },
        },
      ],
      followUps: [],
      keptItems: null,
      lookUps: [],
      fixedWords: null,
      unknown: [],
    });
  });

  it.each(['## NEXT', '## Next questions', '**NEXT**', '### Follow-ups'])(
    'has what may be asked next below "%s", and no section of it',
    (heading) => {
      const { answer, sections, limitations, followUps } = readReport(
        `Yes. [p1.1]\n\n## LIMITS\n\n- No cost.\n\n${heading}\n\n- What does it cost?\n- Is it [safe](x.md)? [p1.2]\n`,
      );

      expect(followUps).toEqual(['What does it cost?', 'Is it safe?']);
      expect([answer.length, sections.length, limitations.length]).toEqual([1, 0, 1]);
    },
  );

  it.each<{ below: string; kept: readonly string[] | null }>([
    { below: '- Isarhof [p1.1]\n- Alpenruh [p2.3-4]', kept: ['p1.1', 'p2.3-4'] },
    { below: 'none', kept: [] },
    { below: '- None.', kept: [] },
    { below: '- Isarhof\n- Alpenruh', kept: null },
    { below: '', kept: null },
  ])('has the items that it keeps below "## ENTRIES": $below', ({ below, kept }) => {
    const { answer, sections, keptItems } = readReport(`Two have one. [p1.1]\n\n## ENTRIES\n\n${below}\n`);

    expect(keptItems).toEqual(kept);
    expect([answer.length, sections.length]).toEqual([1, 0]);
  });

  it('may have lines in bold for headings, an underlined title, and no title', () => {
    const { title, answer, sections } = readReport(
      'Use both. [p1.1]\n\n**Cost**\n\nIt is low. [p1.2]\n\n**Risk:**\n\nNone. [p2.1]',
    );
    expect([title, answer.length]).toEqual([null, 1]);
    expect(sections.map(({ heading, isSubsection }) => [heading, isSubsection])).toEqual([
      ['Cost', undefined],
      ['Risk', undefined],
    ]);
    expect(readReport('Lamps\n=====\n\nNine hours. [p1.1]').title).toBe('Lamps');
  });

  it('answers with its first section where nothing stands before it', () => {
    const { answer, sections } = readReport('# T\n\n## Answer\n\nNine hours. [p1.1]\n\n## Oil\n\nRapeseed. [p1.2]');
    expect(answer).toEqual([inParagraph('Nine hours.', ['p1.1'])]);
    expect(sections.map(({ heading }) => heading)).toEqual(['Oil']);
  });

  it('names what stands below a heading without words of its own', () => {
    const { sections } = readReport('Yes. [p1.1]\n\n## Setups\n\n### RDB\n\nFast. [p1.1]\n\n### AOF\n\nSafe. [p1.2]');
    expect(sections).toMatchObject([{ heading: 'Setups: RDB' }, { heading: 'Setups: AOF' }]);
    expect(sections[0]).not.toHaveProperty('isSubsection');
  });

  it('keeps a sentence above a rule, and reports addresses that there are not', () => {
    const { answer, unknown } = readReport('It burns for nine hours. [p1.1; p9.4]\n---\n');
    expect(answer).toEqual([inParagraph('It burns for nine hours.', ['p1.1'])]);
    expect(unknown).toEqual(['p9.4']);
  });
});

describe('citations of sentences', () => {
  it.each([
    ['behind the full stop', 'One. [p1.1] Two. [p1.2]', [['p1.1'], ['p1.2']]],
    ['before the full stop', 'One [p1.1]. Two [p1.2].', [['p1.1'], ['p1.2']]],
    ['several in a row', 'One [p1.1][p2.2] [p1.3]. Two.', [['p1.1', 'p2.2', 'p1.3'], []]],
    ['within', 'One [p1.1] and two [p1.2] follow.', [['p1.1', 'p1.2']]],
    ['with a range', 'One [p1.1–4]. Two [p1.2-3; p2.1].', [['p1.1–4'], ['p1.2-3', 'p2.1']]],
    ['at the start of a line', '[p1.1]: One. Two.', [['p1.1'], []]],
    ['in other brackets', 'One【p1.1】. Two.', [['p1.1'], []]],
    ['as code', 'One `[p1.1]`. Two.', [['p1.1'], []]],
    ['in the line below', 'One. Two.\n\n[p1.1]', [[], ['p1.1']]],
  ])('%s', (_, text, citations) => {
    expect(readSection(text).map((claim) => claim.citations)).toEqual(citations);
  });

  it('leave the words as they were', () => {
    expect(
      readSection('It takes **5 ms** [p1.1] (p99.9), `a*b`, 5*3*2 and <key>[p1.2]. See [docs](x.md).'),
    ).toMatchObject([
      { text: 'It takes 5 ms (p99.9), `a*b`, 5*3*2 and <key>.' },
      { text: 'See docs.', isInference: true },
    ]);
  });

  it('keep ordinals and abbreviations within a sentence', () => {
    expect(readSection('Am 1. Januar 2024 gilt z. B. § 78 Abs. 1. [p1.1] Das ist neu. [p1.2]', 'de')).toEqual([
      inParagraph('Am 1. Januar 2024 gilt z. B. § 78 Abs. 1.', ['p1.1']),
      inParagraph('Das ist neu.', ['p1.2']),
    ]);
  });
});

describe('other marks', () => {
  it('say how a figure is computed, of what is cited', () => {
    expect(readSection('It saves 18 % [p1.1] [calc: (28000 [p1.2] - 23000)/28000*100 = 17.9 %].')).toEqual([
      {
        ...inParagraph('It saves 18 %.', ['p1.1', 'p1.2']),
        derivation: { expression: '(28000 - 23000)/28000*100', result: '17.9 %' },
      },
    ]);
  });

  it('say for what was looked in vain', () => {
    expect(readSection('No page names a bound. [none: bound, limit]')).toEqual([
      {
        text: 'No page names a bound.',
        citations: [],
        absence: { searched: 'bound, limit' },
        placement: { form: 'paragraph', block: 0 },
      },
    ]);
  });
});
