import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import { describe, expect, it } from 'vitest';
import { readableLines, sourceSpans } from '../../../packages/page/browser/models/answer-text.ts';
import {
  certaintyOf,
  certaintyOfReport,
  documentsRead,
  excerptOf,
} from '../../../packages/page/browser/models/certainty.ts';
import { copiedAnswer } from '../../../packages/page/browser/models/claim-copy.ts';
import { answerResultOf } from '../../support/builders/answer-results.ts';

const offline = answerResultOf({ engine: 'offline', isUngrounded: false, cards: [], researchId: null });
const confident = (answerConfidence: AnswerResult['ui']['answerConfidence']) => ({
  ...offline,
  ui: { ...offline.ui, answerConfidence },
});

const CHECKED = { quotesChecked: 2, quotesRejected: 0, claims: 2, statementsRemoved: 0, claimsRepaired: 0, notes: [] };
const reviewed = (outcome: 'passed' | 'warned'): AnswerResult['debug'] => ({
  ...offline.debug,
  alignment: { outcome, issues: [], failure: null },
});
const model = { engine: 'model' as const, debug: reviewed('passed') };

describe('how certain an answer is', () => {
  it.each([
    [confident(null), 'found'],
    [{ ...confident(null), citations: [] }, 'missing'],
    [{ ...confident('weak'), ...model, verification: CHECKED }, 'stated'],
    [{ ...confident('strong'), ...model }, 'doubtful'],
    [{ ...confident('strong'), ...model, verification: { ...CHECKED, claims: 0 } }, 'doubtful'],
    [{ ...confident('strong'), ...model, verification: CHECKED, debug: reviewed('warned') }, 'doubtful'],
    [{ ...confident('strong'), engine: 'model' as const, citations: [], isUngrounded: true }, null],
    [{ ...confident('strong'), needsClarification: true }, null],
    [{ ...confident('strong'), researchId: 'run' }, null],
  ])('is told by what it rests on (%#)', (answer, certainty) => {
    expect(certaintyOf(answer)).toBe(certainty);
  });

  it.each([
    [['answer', 'details'], 'stated'],
    [['passages'], 'found'],
    [['limitations'], 'missing'],
  ] as const)('is told of a report by its sections: %s', (names, certainty) => {
    const sections = names.map((name) => ({ name, heading: '', remarks: [], groups: [{ heading: '', blocks: [] }] }));

    expect(certaintyOfReport({ sections })).toBe(certainty);
  });

  it('counts documents, not their passages', () => {
    const source = { key: 'k', type: 'file' as const, label: 'A label', similarity: null, number: null };
    const sources = ['a.md:1-9', 'a.md:12', 'b.pdf'].map((detail) => ({ ...source, detail }));

    expect(documentsRead({ sources })).toBe(2);
  });
});

describe('the excerpt of a passage', () => {
  const pieces = [
    { text: 'The keeper trims the ', isBold: false },
    { text: 'wick', isBold: true },
    { text: '. It burns nine hours.', isBold: false },
  ];
  const shown = (start: number, end: number) =>
    excerptOf(pieces, { start, end })
      ?.map(({ text, isBold }) => (isBold ? `<${text}>` : text))
      .join('');

  it('keeps the marks, and says where it is cut', () => {
    expect(shown(4, 26)).toBe('… keeper trims the <wick>. …');
    expect(shown(0, 47)).toBe('The keeper trims the <wick>. It burns nine hours.');
  });

  it('is all of a passage that is short', () => {
    expect(excerptOf(pieces, null)).toBeNull();
  });
});

describe('a passage of a report', () => {
  it.each([
    ['<a id="lamp"></a>\n## <a name="x"></a>The lamp\n\nIt burns.', ['The lamp', 'It burns.']],
    ['| part | a \\| b |\n|:--|---:|\n| `wick` | 9 |', ['part · a \\| b', '`wick` · 9']],
    ['> Quoted <!-- marks --> and <b>words</b>', ['Quoted <!-- marks --> and <b>words</b>']],
    ['- 5 °C in `<a>` and List<string>', ['- 5 °C in `<a>` and List<string>']],
    ['2<sup>60</sup> of ~~nine~~', ['2<sup>60</sup> of ~~nine~~']],
  ])('is read without the markup of its lines: %s', (text, lines) => {
    expect(readableLines(text)).toEqual(lines);
  });

  it('reads as its source shows it, with the numbers that are its own', () => {
    expect(sourceSpans('Set `limit` [41] to *nine*.')).toEqual([
      { kind: 'text', text: 'Set ' },
      { kind: 'code', text: 'limit' },
      { kind: 'text', text: ' ' },
      { kind: 'text', text: '[41]' },
      { kind: 'text', text: ' to ' },
      { kind: 'emphasis', text: 'nine' },
      { kind: 'text', text: '.' },
    ]);
  });
});

describe('a copied answer', () => {
  it('names what it cites', () => {
    const [citation] = offline.citations;

    expect(copiedAnswer({ summary: 'It burns.', citations: [] })).toBe('It burns.');
    expect(copiedAnswer(offline)).toContain(`[${citation?.number}] ${citation?.title}`);
  });
});
