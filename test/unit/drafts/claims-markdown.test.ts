import { describe, expect, it } from 'vitest';
import { labelKeys, sectionMarkdown } from '../../../activities/report/writing/claims-markdown.ts';
import { readWrittenSection } from '../../../activities/report/writing/written-report.ts';
import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';

const TABLE = { form: 'table' as const, block: 2, head: ['Setup', 'Loss', 'Cost'] };
const CLAIMS: readonly Claim[] = [
  { text: 'Use both.', citations: ['t1f1s0-20', 't2f1s5-40'], placement: { form: 'paragraph', block: 0 } },
  { text: 'So little is lost.', citations: [], placement: { form: 'paragraph', block: 0 }, isInference: true },
  {
    text: 'It saves 18 %.',
    citations: ['t1f1s30-60'],
    placement: { form: 'list', block: 1, item: 0 },
    derivation: { expression: '100 - 82', result: '18 %' },
  },
  { text: 'So use it.', citations: [], placement: { form: 'list', block: 1, item: 0 }, isInference: true },
  {
    text: 'No page names a bound.',
    citations: [],
    placement: { form: 'list', block: 1, item: 1 },
    absence: { searched: 'bound' },
  },
  { text: '1 s | less', citations: ['t1f1s0-20'], placement: { ...TABLE, row: 'AOF', column: 'Loss' } },
  { text: 'low', citations: ['t2f1s5-40'], placement: { ...TABLE, row: 'RDB', column: 'Cost' } },
  { text: 'appendonly yes', citations: ['t2f1s5-40'], placement: { form: 'code', block: 3 } },
];

describe('a section as Markdown', () => {
  const section = { heading: 'Setups', claims: [...CLAIMS] };
  const labels = labelKeys([section]);

  it('has its blocks, with short addresses', () => {
    expect(sectionMarkdown(section, labels)).toBe(
      [
        '## Setups',
        'Use both. [p1.1; p2.1] So little is lost.',
        '- It saves 18 %. [p1.2] [calc: 100 - 82 = 18 %] So use it.\n- No page names a bound. [none: bound]',
        String.raw`| Setup | Loss | Cost |
| --- | --- | --- |
| AOF | 1 s \| less [p1.1] |  |
| RDB |  | low [p2.1] |`,
        '```\nappendonly yes\n```\n[p2.1]',
      ].join('\n\n'),
    );
  });

  it('is read as the same claims', () => {
    expect(readWrittenSection(sectionMarkdown(section, labels), 'en', labels.resolve)).toEqual({
      claims: CLAIMS,
      unknown: [],
    });
  });

  it('has addresses for ranges, and none that were not issued', () => {
    expect(labels.resolve('[p1.1-2; p2.1; p2.7]')).toEqual({
      keys: ['t1f1s0-20', 't1f1s30-60', 't2f1s5-40'],
      unknown: ['p2.7'],
    });
  });
});
